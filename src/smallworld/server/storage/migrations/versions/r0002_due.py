"""Due time and last use of a table: to load tables whose clocks run out, and to find abandoned ones."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("touched", sa.Float(53), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("due", sa.Float(53), nullable=True))
    op.execute("UPDATE tables SET touched = created")
    op.execute(
        "UPDATE tables SET touched = (SELECT max(at) FROM entries WHERE table_id = tables.id) "
        "WHERE EXISTS (SELECT 1 FROM entries WHERE table_id = tables.id)"
    )
    # The first server to load the table computes the real due time.
    tables = sa.table(
        "tables", sa.column("clocked"), sa.column("finished"), sa.column("due"), sa.column("touched")
    )
    running = sa.and_(tables.c.clocked.is_(sa.true()), tables.c.finished.is_(sa.false()))
    op.execute(tables.update().where(running).values(due=tables.c.touched))
    op.drop_index("ix_tables_running", "tables")
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_touched", "tables", ["touched"])
    op.create_table(
        "absences",
        sa.Column("gone", sa.Float(53), nullable=False, autoincrement=False),
        sa.Column("back", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("gone", name="pk_absences"),
    )


def downgrade() -> None:
    op.drop_table("absences")
    op.drop_index("ix_tables_touched", "tables")
    op.drop_index("ix_tables_due", "tables")
    op.create_index("ix_tables_running", "tables", ["clocked", "finished"])
    op.drop_column("tables", "due")
    op.drop_column("tables", "touched")
