"""Tables with connected viewers: what each viewer is sent, bots, clocks and the coach."""
