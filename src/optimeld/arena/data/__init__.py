"""Data that comes with the package, and what makes it."""
