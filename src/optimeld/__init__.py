"""The engine for Rummikub: rules, exact solver, exact counts, full games."""

__version__ = "0.1.0"
