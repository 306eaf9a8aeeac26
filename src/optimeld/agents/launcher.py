"""Stands before an agent's program: confines it, starts it, and ends it with all that it started.

It is run by its path and imports the standard library alone, so it starts in a moment. The run that started
it holds the other end of `control`; when that closes, for whatever reason, everything here ends.

What exists on Linux only is tried and left out where it is not there; `report` tells what is in force.
"""

from __future__ import annotations

import contextlib
import ctypes
import glob
import json
import os
import resource
import select
import signal
import sys
import time
from typing import Any

#: How often the size and number of the processes is looked at.
_LOOK_SECONDS = 0.2
_END_SECONDS = 3.0

# From the kernel's headers: the same numbers on every architecture.
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP = 1, 4, 24
_PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 36, 38
_CLONE_NEWUSER, _CLONE_NEWPID = 0x10000000, 0x20000000
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_PATH_BENEATH = 1
_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
#: Removing and making whatever there is to make in a folder.
_CHANGE_FOLDER = sum(1 << bit for bit in range(4, 13))
_SCOPE_SOCKETS_AND_SIGNALS = 0b11
_DEVICES = (
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/nvidia*",
    "/dev/dri/*",
)

_libc = ctypes.CDLL(None, use_errno=True)
_linux = sys.platform.startswith("linux")


def _prctl(option: int, value: int) -> bool:
    return _linux and _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def confine_files(writable: list[str]) -> bool:
    """Landlock: files can be changed in `writable` only, and no process outside be traced or signalled."""
    version = _libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1)) if _linux else 0
    if version < 1:
        return False
    change = _WRITE_FILE | _CHANGE_FOLDER
    change |= _REFER if version >= 2 else 0
    change |= _TRUNCATE if version >= 3 else 0
    ruleset = _Ruleset(change, 0, _SCOPE_SOCKETS_AND_SIGNALS if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = _libc.syscall(_LANDLOCK_CREATE, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if rules < 0:
        return False
    try:
        for path in writable:
            _allow(rules, path, change)
        for path in (device for pattern in _DEVICES for device in glob.glob(pattern)):
            _allow(rules, path, change & (_WRITE_FILE | _TRUNCATE))
        return bool(_libc.syscall(_LANDLOCK_RESTRICT, rules, ctypes.c_uint32(0)) == 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, access: int) -> None:
    with contextlib.suppress(OSError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        beneath = _Beneath(access, place)
        _libc.syscall(_LANDLOCK_ADD, rules, _LANDLOCK_PATH_BENEATH, ctypes.byref(beneath), ctypes.c_uint32(0))
        os.close(place)


def own_namespace() -> bool:
    """Whatever is started from here on sees and reaches no other process, and ends with the first of them."""
    # Tried by a child first: there is no way back from a namespace in which this user could not be named.
    trial = os.fork()
    if trial == 0:
        os._exit(0 if _enter_namespace() and _can_fork() else 1)
    return os.waitpid(trial, 0)[1] == 0 and _enter_namespace()


def _enter_namespace() -> bool:
    user, group = os.geteuid(), os.getegid()
    if not _linux or _libc.unshare(_CLONE_NEWUSER | _CLONE_NEWPID) != 0:
        return False
    try:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    except OSError:
        return False
    return True


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def _can_fork() -> bool:
    try:
        child = os.fork()
    except OSError:
        return False
    if child == 0:
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def limit_resources(memory: int, processes: int | None) -> None:
    """What one process may take. Of memory its own data count, not the address space it reserves."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA if _linux else resource.RLIMIT_AS, memory)
    if processes is not None:
        _limit(resource.RLIMIT_NPROC, processes)


def _limit(what: int, value: int) -> None:
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(what)[1]
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(what, (value, value))


def counts_processes_by_namespace() -> bool:
    """Since 5.14 the limit of processes counts those of the namespace, and not all that the user has."""
    release = os.uname().release.split("-")[0].split(".")
    return _linux and [int(part) for part in release[:2] if part.isdigit()] >= [5, 14]


def drop_privileges() -> None:
    """Nothing that this program starts can gain a privilege, root's own included."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    for capability in range(64):
        _prctl(_PR_CAPBSET_DROP, capability)


def family(first: int) -> list[int]:
    """A process and all that descend from it, where the system tells."""
    found, ahead = [], [first]
    while ahead:
        process = ahead.pop()
        found.append(process)
        for children in glob.glob(f"/proc/{process}/task/*/children"):
            with contextlib.suppress(OSError, ValueError), open(children, encoding="ascii") as file:
                ahead += [int(word) for word in file.read().split()]
    return found


def memory_of(processes: list[int]) -> int:
    """Bytes of memory that processes have of their own."""
    pages = 0
    for process in processes:
        with (
            contextlib.suppress(OSError, ValueError),
            open(f"/proc/{process}/statm", encoding="ascii") as file,
        ):
            _, resident, shared, *_ = map(int, file.read().split())
            pages += resident - shared
    return pages * os.sysconf("SC_PAGE_SIZE")


class Launcher:
    """Starts one program and stays until it has ended, or must."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.command: list[str] = config["command"]
        self.control: int = config["control"]
        self.report: int = config["report"]
        self.memory: int = config["memory"]
        self.processes: int = config["processes"]
        self.writable: list[str] = config["writable"]
        # Some programs can say that they are ready, or why they are not.
        os.set_inheritable(self.report, bool(config["reports"]))
        os.set_inheritable(self.control, False)

    def run(self) -> None:
        """All of it."""
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        namespace = own_namespace()
        # Nothing of what it started can look into it or take it over.
        _prctl(_PR_SET_DUMPABLE, 0)
        wake, notify = os.pipe()
        os.set_blocking(notify, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(notify, warn_on_full_buffer=False)
        program = os.fork()
        if program == 0:
            self._become_program(namespace)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        try:
            self._watch(program, wake)
        finally:
            _end(program)

    def _become_program(self, namespace: bool) -> None:
        try:
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            # Python ignores these two; a program expects to find them as usual.
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.setsid()
            counted = namespace and counts_processes_by_namespace()
            limit_resources(self.memory, self.processes if counted else None)
            drop_privileges()
            files = confine_files(self.writable)
            self._say(namespace=namespace, files=files)
            os.execvp(self.command[0], self.command)
        except OSError as error:
            self._say(error=f"{error.strerror}: {self.command[0]!r}")
        finally:
            os._exit(127)

    def _watch(self, program: int, wake: int) -> None:
        while True:
            ready = select.select([self.control, wake], [], [], _LOOK_SECONDS)[0]
            if self.control in ready:
                return
            if wake in ready:
                os.read(wake, 4096)
            while True:
                try:
                    ended, status = os.waitpid(-1, os.WNOHANG)
                except ChildProcessError:
                    return
                if ended == 0:
                    break
                if ended == program:
                    code = os.waitstatus_to_exitcode(status)
                    self._say(ended=f"exit status {code}" if code >= 0 else signal.Signals(-code).name)
                    return
            processes = family(program)
            if len(processes) > self.processes:
                self._say(ended=f"more than {self.processes} processes")
                return
            if memory_of(processes) > self.memory:
                self._say(ended=f"more than {self.memory >> 20} MB of memory")
                return

    def _say(self, **what: Any) -> None:
        with contextlib.suppress(OSError):
            os.write(self.report, json.dumps(what).encode() + b"\n")


def _end(program: int) -> None:
    """Ends the program and its descendants: those of its group at once, those that left it one by one."""
    end = time.monotonic() + _END_SECONDS
    with contextlib.suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    while time.monotonic() < end:
        left = family(os.getpid())[1:]
        for process in left:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            time.sleep(0.005)
            continue
        return


if __name__ == "__main__":
    Launcher(json.loads(sys.argv[1])).run()
