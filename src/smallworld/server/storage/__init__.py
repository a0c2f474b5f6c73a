"""The database, its migrations, and its face to the event loop."""
