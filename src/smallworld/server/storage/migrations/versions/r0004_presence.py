"""Who is connected to which server; and a table to test whether there is space for more data."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
        sa.Column("tables", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("server", name="pk_presence"),
    )
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_probe"),
    )


def downgrade() -> None:
    op.drop_table("probe")
    op.drop_table("presence")
