"""HTTP and WebSocket: routes, connections, protection against misuse, and running the server."""
