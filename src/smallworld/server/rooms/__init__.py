"""Tables with people around them: who is shown what, and what happens by itself."""
