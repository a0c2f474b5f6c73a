"""The HTTP routes by topic, and the answers to refused requests."""
