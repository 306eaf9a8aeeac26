from __future__ import annotations

import optimeld


def test_every_public_name_can_be_had_and_is_listed() -> None:
    assert set(optimeld._HOMES) | {"__version__"} == set(optimeld.__all__)
    for name in optimeld.__all__:
        assert getattr(optimeld, name) is not None
        assert name in dir(optimeld)
