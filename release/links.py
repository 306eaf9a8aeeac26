"""Where the project lives, as the builder knows it: the links of the package's page, and its pictures.

A page of an index stands alone, so what the README links to relatively must be said whole there. No address
is written down here: a build that knows its repository (GitHub's runners do) says it, any other leaves the
README as it is. scikit-build-core asks this module for the metadata (`pyproject.toml`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parents[1] / "README.md"
#: A link, or a picture, to a file of the repository.
_RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def repository(environment: Mapping[str, str]) -> tuple[str, str] | None:
    """The address of the repository, and the commit that is built.

    >>> repository({"GITHUB_SERVER_URL": "https://host", "GITHUB_REPOSITORY": "us/it", "GITHUB_SHA": "1a2b"})
    ('https://host/us/it', '1a2b')
    >>> repository({}) is None
    True
    """
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")
    if not all(environment.get(name) for name in names):
        return None
    server, path, commit = (environment[name] for name in names)
    return f"{server}/{path}", commit


def whole_links(text: str, home: str, commit: str) -> str:
    """The text, with every file of the repository named by its whole address at that commit.

    >>> whole_links("![It](a/b.png), [more](docs/web.md)", "https://host/us/it", "1a2b")
    '![It](https://host/us/it/raw/1a2b/a/b.png), [more](https://host/us/it/blob/1a2b/docs/web.md)'
    """

    def whole(link: re.Match[str]) -> str:
        kind = "raw" if link[1] else "blob"
        return f"{link[1]}[{link[2]}]({home}/{kind}/{commit}/{link[3]})"

    return _RELATIVE.sub(whole, text)


def dynamic_metadata(field: str, settings: Mapping[str, Any]) -> dict[str, str]:
    """What scikit-build-core asks for: the `readme`, or the `urls`."""
    known = repository(os.environ)
    if field == "urls":
        if known is None:
            return {}
        home, _ = known
        return {
            "Homepage": home,
            "Issues": f"{home}/issues",
            "Changelog": f"{home}/blob/main/CHANGELOG.md",
        }
    text = README.read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": whole_links(text, *known) if known else text}
