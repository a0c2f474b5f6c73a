"""The tables of the database. `migrations` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float(53), nullable=False),
    Column("clocked", Boolean, nullable=False),  # its clocks run even without viewers
    Column("finished", Boolean, nullable=False),
    Column("header", JSON, nullable=False),
    Column("touched", Float(53), nullable=False),  # time of the last entry, to the minute
    Column("due", Float(53)),  # when a server must load it even without viewers: a clock runs out
)
Index("ix_tables_due", tables.c.due)
Index("ix_tables_touched", tables.c.touched)

# The primary key makes moves safe: of two moves for one version, only one is written.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", JSON, nullable=False),
)

# The state of a table at some version, so that a long journal need not be replayed from its beginning.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", JSON, nullable=False),
)

# One row: the last heartbeat of any server. Clocks do not count time without a server.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
)

# Written and deleted again to test whether there is space.
probe = Table(
    "probe",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

# Who is connected where, for servers without notifications: each has a row and increments its counter while
# anybody is connected. A row that does not change belongs to a server that is gone.
presence = Table(
    "presence",
    metadata,
    Column("server", String(32), primary_key=True),
    Column("beat", Integer, nullable=False),
    Column("tables", JSON, nullable=False),
)

# Periods in which no server was running. A clock that was running is not charged for them, whenever the table
# is loaded.
absences = Table(
    "absences",
    metadata,
    Column("gone", Float(53), primary_key=True, autoincrement=False),
    Column("back", Float(53), nullable=False),
)
