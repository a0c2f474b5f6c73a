"""`python -m smallworld` is the command `smallworld`."""

from smallworld.cli.main import app

app(prog_name="smallworld")
