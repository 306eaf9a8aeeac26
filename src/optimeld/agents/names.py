"""What the name of an agent from outside means: a class to import, or a program to run."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib import import_module
from typing import Any

from optimeld.game import GameError, is_engine_agent

EXEC = "exec:"


def is_foreign(name: str) -> bool:
    """Whether a name is of an agent from outside, which plays in a process of its own.

    >>> is_foreign("exec:./bot"), is_foreign("my_module:MyAgent"), is_foreign("greedy")
    (True, True, False)
    """
    return ":" in name and not is_engine_agent(name)


def command_of(name: str) -> list[str]:
    """The program and its arguments that `exec:COMMAND` names; no shell reads it.

    >>> command_of("exec:./bot --level '7 of 9'")
    ['./bot', '--level', '7 of 9']
    >>> command_of("exec:")
    Traceback (most recent call last):
    ...
    optimeld.game.GameError: no command after 'exec:'
    """
    try:
        command = shlex.split(name.removeprefix(EXEC))
    except ValueError as error:
        raise GameError(f"cannot read the command of {name!r}: {error}", word=name) from None
    if not command:
        raise GameError(f"no command after {EXEC!r}", word=name)
    return command


def check_command(name: str) -> list[str]:
    """The command of `exec:COMMAND`, whose program must be there."""
    command = command_of(name)
    if shutil.which(command[0]) is None:
        there = os.path.exists(command[0])
        why = "is no program: is it executable?" if there else "is not there"
        raise GameError(f"cannot run {name!r}: {command[0]!r} {why}", word=name)
    return command


def load_class(path: str) -> Any:
    """The class (or any callable that makes an agent) that `module:Class` names.

    >>> load_class("optimeld.agents:Draw").__name__
    'Draw'
    """
    module, colon, name = path.partition(":")
    if module == "__main__":
        raise GameError(
            f"{path!r} cannot be found by another process: give the class itself, or a name in a module",
            word=path,
        )
    if not colon or not module or not name:
        raise GameError(
            f"no agent {path!r}: an agent is a name of the engine's, 'module:Class' or 'exec:COMMAND'",
            word=path,
        )
    try:
        found = import_module(module)
    except ImportError as error:
        raise GameError(f"cannot import {module!r} for the agent {path!r}: {error}", word=path) from None
    if not callable(getattr(found, name, None)):
        raise GameError(f"module {module!r} has no class {name!r}", word=path)
    return getattr(found, name)


def import_path() -> str:
    """Where this process looks for modules, as `PYTHONPATH` says it to another."""
    return os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
