"""What clients may ask beside the messages of a table, without HTTP."""
