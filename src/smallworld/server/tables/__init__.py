"""A table without any input or output: what can happen to it, and carrying it out."""
