"""Builds the core for pages: `./run wasm` writes build/wasm/optimeld.wasm.

The compiler is Zig's clang, from the package `ziglang`: the one way to compile C++ for WebAssembly that
installs like any other Python package. Its C++ library comes without exceptions there, so the few files of it
that make them work are compiled along with the core.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import ziglang

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"
ZIG = Path(ziglang.__file__).parent
LIBRARY = ZIG / "lib"

TARGET = ["-target", "wasm32-wasi", "-mexec-model=reactor"]
#: The driver does not hand exceptions on to the back end by itself.
EXCEPTIONS = ["-fwasm-exceptions", "-fexceptions", "-mexception-handling", "-mllvm", "-wasm-enable-eh"]
COMMON = [*TARGET, *EXCEPTIONS, "-O3", "-msimd128", "-DNDEBUG"]
CXX = [*COMMON, "-std=c++20", "-DOPTIMELD_ONE_THREAD", f"-I{CORE}", "-Wall", "-Wextra"]
LINK = ["-s", "-Wl,--gc-sections", "-Wl,-z,stack-size=1048576"]

#: Nobody learns to play in a page, and exact counts are shipped as tables: of `counting`, only what the
#: players think with.
LEFT_OUT = {"tests", "env"}
COUNTING = {"hand_sets.cpp", "run_states.cpp", "canonical.cpp"}

_ABI = LIBRARY / "libcxxabi"
_UNWIND = LIBRARY / "libunwind"
RUNTIME = {
    _ABI / "src" / name: [
        "-std=c++23", "-w", "-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCPP_BUILDING_LIBRARY",
        f"-I{_ABI / 'include'}", f"-I{_ABI / 'src'}", f"-I{LIBRARY / 'libcxx' / 'src'}",
    ]
    for name in ("cxa_exception.cpp", "cxa_personality.cpp", "stdlib_new_delete.cpp")
} | {
    _UNWIND / "src" / "Unwind-wasm.c": [
        "-w", "-D_LIBUNWIND_HIDE_SYMBOLS", "-D_LIBUNWIND_HAS_NO_THREADS",
        f"-I{_UNWIND / 'include'}", f"-I{_UNWIND / 'src'}",
    ],
    HERE / "runtime.c": [],
}  # fmt: skip


def sources() -> list[Path]:
    """Every file of the core that a page needs, and its face."""
    core = []
    for path in sorted(CORE.rglob("*.cpp")):
        folder = path.relative_to(CORE).parts[0]
        if folder not in LEFT_OUT and (folder != "counting" or path.name in COUNTING):
            core.append(path)
    return core + sorted(HERE.glob("*.cpp"))


def compile_one(source: Path, flags: list[str], folder: Path) -> Path:
    """Compiles one file, unless that has been done since it and the headers last changed."""
    place = source.relative_to(LIBRARY if source.is_relative_to(LIBRARY) else HERE.parent)
    made = folder / f"{'-'.join(place.parts)}.o"
    notes = made.with_suffix(".d")
    command = " ".join(flags)
    if _is_fresh(made, notes, command):
        return made
    driver = "cc" if source.suffix == ".c" else "c++"
    _zig([driver, *flags, "-MD", "-MF", str(notes), "-c", str(source), "-o", str(made)])
    made.with_suffix(".command").write_text(command, encoding="utf-8")
    return made


def _is_fresh(made: Path, notes: Path, command: str) -> bool:
    """Whether it was made by this very command, after every file that went into it."""
    told = made.with_suffix(".command")
    if (
        not (made.exists() and notes.exists() and told.exists())
        or told.read_text(encoding="utf-8") != command
    ):
        return False
    time = made.stat().st_mtime
    _, _, needed = notes.read_text(encoding="utf-8").partition(":")
    for name in needed.replace("\\\n", " ").split():
        path = Path(name)
        if not path.exists() or path.stat().st_mtime > time:
            return False
    return True


def _zig(arguments: list[str]) -> None:
    done = subprocess.run([str(ZIG / "zig"), *arguments], check=False)
    if done.returncode != 0:
        sys.exit(f"wasm: the compiler failed: zig {' '.join(arguments)}")


def build(folder: Path) -> Path:
    """Compiles and links what has changed; gives the module."""
    from concurrent.futures import ThreadPoolExecutor

    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(path, [*COMMON, *flags]) for path, flags in RUNTIME.items()]
    jobs += [(path, CXX) for path in sources()]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        objects = list(workers.map(lambda job: compile_one(*job, folder), jobs))
    module = folder / "optimeld.wasm"
    if not module.exists() or any(path.stat().st_mtime > module.stat().st_mtime for path in objects):
        _zig(["c++", *COMMON, *LINK, *map(str, objects), "-o", str(module)])
    return module


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=HERE.parents[1] / "build" / "wasm")
    module = build(parser.parse_args().folder)
    print(f"{module} ({module.stat().st_size} bytes)")


if __name__ == "__main__":
    main()
