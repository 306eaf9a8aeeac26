"""The schema of the bot protocol, as a file that travels with the package."""
