"""Starting, supervising and stopping the server: processes, logs, metrics, the self-check."""
