"""The outside: endpoints, the socket, the gate in front of them, running it all."""
