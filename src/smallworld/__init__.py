"""An open implementation of the board game Small World: rules, bots, lab and terminal play."""

__version__ = "0.1.0"
DISTRIBUTION = "smallworld-game"  # its name on the package index, where `smallworld` is another project


def install(extra: str) -> str:
    """The command that installs an extra, for messages."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
