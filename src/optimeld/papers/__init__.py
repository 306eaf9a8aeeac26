"""The algorithms of the papers as their authors give them, to compare with: readable, not fast."""
