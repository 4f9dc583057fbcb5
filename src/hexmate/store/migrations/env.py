"""Run by Alembic: migrate over the connection that `hexmate.store.schema` hands in."""

from alembic import context

from hexmate.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
