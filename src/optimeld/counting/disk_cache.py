"""Results that took a while, kept on disk: keyed, versioned, checked, and safe with several processes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

#: Raised whenever what is stored, or how, changes its meaning.
FORMAT = 3
_MAGIC = b"optimeld cache\n"


def cache_dir() -> Path:
    """Where the cache lives: `$XDG_CACHE_HOME/optimeld`, or `~/.cache/optimeld`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    # The specification has relative paths ignored.
    root = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
    return root / "optimeld"


def _path(kind: str, key: str) -> Path:
    return cache_dir() / kind / f"{key}-f{FORMAT}.bin"


def load(kind: str, key: str) -> bytes | None:
    """What was stored under the key, or None; anything damaged, cut short or of another format is None."""
    try:
        data = _path(kind, key).read_bytes()
    except OSError:
        return None
    head = len(_MAGIC) + 32
    if not data.startswith(_MAGIC) or len(data) < head:
        return None
    body = memoryview(data)[head:]
    if _digest(kind, key, body) != data[len(_MAGIC) : head]:
        return None
    return bytes(body)


def store(kind: str, key: str, body: bytes) -> bool:
    """Stores under the key; false where the disk does not let us, which is no error for a cache.

    The file appears whole or not at all, so two processes may store the same key at once.
    """
    path = _path(kind, key)
    name = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            name = file.name
            file.write(_MAGIC + _digest(kind, key, memoryview(body)))
            file.write(body)
        os.replace(name, path)
    except OSError:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        return False
    except BaseException:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        raise
    return True


def _digest(kind: str, key: str, body: memoryview) -> bytes:
    # The key is part of it: a file copied to another name is not taken for what it is not.
    check = hashlib.blake2b(f"{kind}/{key}/{FORMAT}".encode(), digest_size=32)
    check.update(body)
    return check.digest()
