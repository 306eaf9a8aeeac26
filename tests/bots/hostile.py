"""Bots that do what no bot should: `hostile.py MODE [WORDS]`. Where one got what it must not, it says so.

A bot says `GOT ...` on standard error for each thing that it reached; the tests look for that word.
"""

import contextlib
import ctypes
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

mode, words = sys.argv[1], sys.argv[2:]


def got(what: str) -> None:
    print("GOT", what, file=sys.stderr, flush=True)


def say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def requests() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "request":
            yield message


def draw(request: dict[str, Any]) -> None:
    if "keep" in request:
        say({"seq": request["seq"], "type": "keep", "tile": request["keep"][0]})
    else:
        say({"seq": request["seq"], "type": "draw"})


def look_around(secret: str) -> None:
    """Looks into whoever started this, and whoever started them: where the tiles are known."""
    for process in ancestors():
        for name in ("environ", "maps", "mem"):
            try:
                with open(f"/proc/{process}/{name}", "rb") as file:
                    if name == "mem":
                        file.seek(0x400000)
                    if file.read(4096):
                        got(f"{name} of {process}")
            except OSError:
                continue
        with contextlib.suppress(OSError):
            for number in os.listdir(f"/proc/{process}/fd"):
                got(f"the open file {os.readlink(f'/proc/{process}/fd/{number}')} of {process}")
        with open(f"/proc/{process}/cmdline", "rb") as file:
            if secret.encode() in file.read():
                got(f"the command line of {process}")
        ptrace(process)


def look_at_neighbours() -> None:
    """Looks into the other bots of the run, which are found by their command line."""
    own = os.readlink("/proc/self")  # by the numbers of the whole system
    for number in filter(str.isdecimal, os.listdir("/proc")):
        if number == own:
            continue
        with contextlib.suppress(OSError):
            with open(f"/proc/{number}/cmdline", "rb") as file:
                if words[0].encode() not in file.read().split(b"\0")[-2:]:
                    continue
            print("SAW", number, file=sys.stderr, flush=True)
            ptrace(int(number))
            for name in ("environ", "maps", "mem"):
                with contextlib.suppress(OSError), open(f"/proc/{number}/{name}", "rb") as file:
                    if name != "mem" and file.read(1):
                        got(f"{name} of {number}")
                    elif name == "mem":
                        got(f"mem of {number}")


def ancestors() -> list[int]:
    """Who started this, as the system's own numbers tell it, as far as the run itself."""
    found: list[int] = []
    process: int | str = "self"
    while len(found) < 2:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            process = int(file.read().rpartition(")")[2].split()[1])
        found.append(process)
    return found


def ptrace(process: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, process, 0, 0) == 0:  # PTRACE_ATTACH
        libc.ptrace(17, process, 0, 0)
        got(f"hold of {process}")


def signal_everyone() -> None:
    """Asks whether it could send a signal to the processes of the run, by whatever number they have here."""
    for process in (*ancestors(), os.getppid()):
        try:
            os.kill(process, 0)
        except OSError:
            continue
        if process != 0:
            got(f"a signal to {process}")


def spoil(path: str) -> None:
    ways: list[tuple[str, Callable[[], object]]] = [
        ("removed", lambda: os.remove(path)),
        ("overwritten", lambda: open(path, "w").close()),
        ("truncated", lambda: os.truncate(path, 0)),
        ("moved", lambda: os.rename(path, path + ".gone")),
        ("beside it", lambda: open(path + ".beside", "w").close()),
    ]
    for what, way in ways:
        with contextlib.suppress(OSError):
            way()
            got(what)


def deal_again(request: dict[str, Any]) -> None:
    """Deals the first games of the usual seeds, and looks for its own rack among them."""
    from optimeld.game import Game

    for seed in range(20):
        for index in range(50):
            if [str(tile) for tile in Game(seed=seed, index=index).rack(request["view"]["seat"])] == rack:
                got(f"game {index} of seed {seed}")


if mode == "silent":
    for _ in requests():
        pass
    time.sleep(600)
elif mode == "deaf":
    time.sleep(600)
elif mode == "busy":
    while True:
        pass
elif mode == "stubborn":
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(name, signal.SIG_IGN)
    os.close(1)
    time.sleep(600)
elif mode == "flood":
    while True:
        sys.stdout.write('{"seq": 1, "type": "draw"}\n' * 1000)
elif mode == "endless-line":
    while True:
        sys.stdout.write("x" * 65536)
elif mode == "flood-errors":
    for request in requests():
        sys.stderr.write("y" * (4 << 20))
        draw(request)
elif mode == "dying":
    for _ in requests():
        os._exit(3)
elif mode == "dead":
    os._exit(0)
elif mode == "crashing":
    for _ in requests():
        os.kill(os.getpid(), signal.SIGSEGV)
        ctypes.string_at(0)
elif mode == "wrong-seq":
    for request in requests():
        say({"seq": request["seq"] + 1, "type": "draw"})
elif mode == "nonsense":
    for _ in requests():
        sys.stdout.buffer.write(b"\xff\x00 what?\n")
        sys.stdout.flush()
elif mode == "twice":
    for request in requests():
        draw(request)
        draw(request)
elif mode == "half":
    for _ in requests():
        sys.stdout.write('{"seq": ')
        sys.stdout.flush()
        time.sleep(600)
elif mode == "forking":
    for request in requests():
        for _child in range(3):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    while True:
                        with open(words[0], "w") as file:
                            file.write(str(time.time()))
                        time.sleep(0.01)
                os._exit(0)
        draw(request)
elif mode == "fork-bomb":
    for _ in requests():
        while True:
            with contextlib.suppress(OSError):
                os.fork()
elif mode == "greedy-for-memory":
    kept = []
    for _ in requests():
        while True:
            kept.append(bytearray(16 << 20))
elif mode == "spying":
    for request in requests():
        look_around(words[0][::-1])
        draw(request)
elif mode == "nosy":
    for request in requests():
        look_at_neighbours()
        draw(request)
elif mode == "quiet":
    for request in requests():
        draw(request)
elif mode == "killing":
    for request in requests():
        signal_everyone()
        draw(request)
elif mode == "vandal":
    for request in requests():
        spoil(words[0])
        draw(request)
elif mode == "dealing-again":
    rack: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start_game":
            rack = message["rack"]
        elif message["type"] == "request":
            if message["view"]["turn"] < 2:
                deal_again(message)
            draw(message)
else:
    sys.exit(f"no mode {mode!r}")
