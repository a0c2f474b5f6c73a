"""What is shown: each file turns a part of a position into something rich can print. No input, no rules."""
