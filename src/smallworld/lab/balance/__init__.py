"""The balance bench: how strong a race or power is, beside all printed ones."""
