"""`optimeld reproduce`: every number of the papers, computed anew."""

from __future__ import annotations

from collections import Counter

from optimeld.cli.common import JsonFlag, answer
from optimeld.papers.reproduce import Line, reproduce


def command(as_json: JsonFlag = False) -> None:
    """Every number of the five papers: published, ours, and a verdict."""
    if as_json:
        answer({"lines": [line.to_json() for line in reproduce()]})
        return
    seen: Counter[str] = Counter()
    source = ""
    for line in reproduce():
        if line.source != source:
            source = line.source
            print(f"\n{source}" if seen else source)
        seen[line.verdict] += 1
        print(_text(line))
    print()
    print(", ".join(f"{number} {verdict}" for verdict, number in seen.items()))


def _text(line: Line) -> str:
    note = f": {line.note}" if line.note else ""
    return f"  {line.what:<58} {line.published:>20} {line.ours:>20}  {line.verdict}{note}"
