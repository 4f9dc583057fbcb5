"""Draft the next version of the store's schema: `migration.py "what changes"`.

The draft holds the difference between the migrations and `tables.py`. Read it before you commit it:
it contains no triggers and moves no data.
"""

import sys

from alembic import command

from hexmate.store import schema
from hexmate.store.database import Database


def main(message: str) -> None:
    database = Database("sqlite://")
    schema.upgrade(database)
    with database.writing() as connection:
        command.revision(
            schema.config(connection),
            message,
            autogenerate=True,
            rev_id=f"{int(schema.newest()) + 1:04}",
        )
    database.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
