"""Limits and checks: connections, rate limits, Host and Origin headers, slow readers."""
