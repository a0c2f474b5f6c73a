"""The host in a web page: the browser's storage and workers instead of a database and processes."""
