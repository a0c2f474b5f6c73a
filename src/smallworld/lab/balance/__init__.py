"""Balance measurement: how strong a race or power is compared with all printed ones."""
