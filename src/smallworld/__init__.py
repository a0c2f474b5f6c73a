"""An open implementation of the board game Small World: rules, bots, lab and terminal play."""

__version__ = "0.1.0"
