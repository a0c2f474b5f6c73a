"""The entry point of Alembic. `storage` passes in the connection, inside its transaction."""

from alembic import context

from smallworld.server.storage.models import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
