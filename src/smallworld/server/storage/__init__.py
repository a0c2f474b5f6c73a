"""The database, its migrations, and asynchronous access to it."""
