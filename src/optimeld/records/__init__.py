"""Whole games kept: as text that people read and the engine replays, and in a store."""

from optimeld.records.text import Record, outcome_of, read_records

__all__ = ["Record", "outcome_of", "read_records"]
