"""Slow independent methods that check the core: integer programming and exhaustive search.

They share the rules and the notation with the rest of the package and nothing else.
"""
