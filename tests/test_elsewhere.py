"""What only Linux, or only Unix, has is not on the way of a user of another system."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from optimeld.agents.moves import AgentFailure
from optimeld.agents.process import AgentLimits, AgentProcess

#: A Python without them, as on Windows; macOS has some. What others' packages do with them is their affair.
ABSENT = """
import asyncio, multiprocessing, numpy, gymnasium, starlette.testclient, uvicorn
import os, select, signal, sys
for name in ("resource", "fcntl", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
for home, names in {
    os: "sched_getaffinity fork killpg setsid getpgid geteuid getuid getegid uname set_blocking nice",
    signal: "SIGKILL SIGPIPE SIGCHLD SIGALRM SIGHUP setitimer alarm pthread_sigmask",
    select: "poll epoll",
}.items():
    for name in names.split():
        if hasattr(home, name):
            delattr(home, name)
"""


def without(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ABSENT + script],
        capture_output=True,
        encoding="cp1252",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_is_imported_without_them() -> None:
    # The launcher is never imported: it is a program of its own that is started on Unix alone.
    said = without("""
import importlib, pkgutil
import optimeld
every = [module.name for module in pkgutil.walk_packages(optimeld.__path__, "optimeld.")]
for name in every:
    if name not in ("optimeld.__main__", "optimeld.agents.launcher"):
        importlib.import_module(name)
print(len(every))
""")
    assert int(said) > 100


def test_the_command_line_and_the_server_answer_without_them() -> None:
    """And on a terminal whose letters are those of Western Windows, where the shapes of the tiles are not."""
    said = without("""
from optimeld.cli import run
for words in (
    ["solve", "R6 R7 J | K1 K2 K3 // K5 R8"],
    ["simulate", "--games", "4", "--agents", "greedy,simple", "--workers", "2"],
    ["rules"],
):
    assert run(words) == 0, words
from starlette.testclient import TestClient
from optimeld.web.app import create_app
with TestClient(create_app()) as client:
    print(client.post("/api/solve", json={"position": "K1 K2 K3 // K4"}).json()["status"])
""")
    assert "PROVED OPTIMAL" in said
    assert said.splitlines()[-1] == "optimal"


def test_agents_in_processes_of_their_own_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optimeld.agents.process.os.name", "nt")
    with pytest.raises(AgentFailure, match="need Linux, macOS or another Unix"):
        AgentProcess(["program"], AgentLimits(), {})
