"""The schema of the engine's requests and answers, as a file that travels with the package."""
