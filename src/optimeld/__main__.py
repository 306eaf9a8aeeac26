"""`python -m optimeld` is the `optimeld` command."""

from optimeld.cli import main

main()
