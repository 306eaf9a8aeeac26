"""For the documentation: the examples of docstrings stand there as code, as they do in the sources."""

from __future__ import annotations

import re
from typing import Any

import griffe

#: The lines of an example: from the first prompt to the next empty line.
_EXAMPLE = re.compile(r"^( *)>>> (?:.*\n?)(?:\1\S.*\n?|\1 +\S.*\n?)*", re.MULTILINE)


def fenced(text: str) -> str:
    r"""The text with every example fenced.

    >>> print(fenced("Adds.\n\n>>> 1 + 1\n2\n"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    """

    def fence(example: re.Match[str]) -> str:
        indent = example[1]
        return f"{indent}```pycon\n{example[0].rstrip()}\n{indent}```\n"

    return _EXAMPLE.sub(fence, text)


class FencedExamples(griffe.Extension):  # type: ignore[misc, unused-ignore]
    """Asked by mkdocstrings for every object it reads (`zensical.toml`)."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """One object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
