"""The tables of the database. `migrations` makes them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table

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
    Column("clocked", Boolean, nullable=False),  # its clocks run even while nobody looks
    Column("finished", Boolean, nullable=False),
    Column("header", JSON, nullable=False),
    Column("touched", Float(53), nullable=False),  # when something last happened there, to the minute
    Column("due", Float(53)),  # when some server must look at it, though nobody else does: a clock runs out
)
Index("ix_tables_due", tables.c.due)
Index("ix_tables_touched", tables.c.touched)

# The primary key is what makes moves safe: of two that were made against one version, one is too late.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", JSON, nullable=False),
)

# Where a long journal had come to, so that it need not be carried out from its beginning.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", JSON, nullable=False),
)

# One row: when some server last said that it is there. Time without a server does not count.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
)

# When no server was there. Whose clock was running then is not charged for it, whenever the table is opened.
absences = Table(
    "absences",
    metadata,
    Column("gone", Float(53), primary_key=True),
    Column("back", Float(53), nullable=False),
)
