"""Compiles and links the core for the systems that are not this one: `./run python release/cross.py`.

With Zig's clang (the package `ziglang`), which brings the headers and libraries of every system. What comes
out is a test of the solver; it can be run only where it belongs, so what this proves is that nothing is
missing. The Python module itself is built on each system by the workflow, with that system's own compiler.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ziglang

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "cpp" / "core"
ZIG = Path(ziglang.__file__).parent / "zig"
TARGETS = ("x86_64-macos", "aarch64-macos", "x86_64-windows-gnu", "x86_64-linux-musl", "aarch64-linux-gnu")
FLAGS = ["-std=c++20", "-O0", "-Wall", "-Wextra", f"-I{CORE}"]


def sources() -> list[Path]:
    """The core, without its tests."""
    return [path for path in sorted(CORE.rglob("*.cpp")) if "tests" not in path.parts]


def zig(arguments: list[str]) -> None:
    """Compiles or links; what is wrong is shown, and ends it all."""
    if subprocess.run([str(ZIG), "c++", *arguments], check=False).returncode != 0:
        sys.exit(f"cross: failed: zig c++ {' '.join(arguments)}")


def build(target: str, program: Path, folder: Path) -> Path:
    """One program for one system."""
    folder.mkdir(parents=True, exist_ok=True)
    newest = max(path.stat().st_mtime for path in CORE.rglob("*.[ch]pp"))

    def compiled(source: Path) -> Path:
        made = folder / f"{'-'.join(source.relative_to(ROOT / 'cpp').parts)}.o"
        if made.exists() and made.stat().st_mtime > newest:
            return made  # of a run that was broken off
        part = made.with_suffix(".part")
        zig(["-target", target, *FLAGS, "-c", str(source), "-o", str(part)])
        part.rename(made)
        return made

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        objects = list(workers.map(compiled, [*sources(), program]))
    made = folder / (program.stem + (".exe" if "windows" in target else ""))
    zig(["-target", target, *map(str, objects), "-o", str(made)])
    return made


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", default=TARGETS, help=f"of {', '.join(TARGETS)}")
    program = CORE / "tests" / "solver_test.cpp"
    for target in parser.parse_args().targets:
        made = build(target, program, ROOT / "build" / "cross" / target)
        print(f"{target}: {made.relative_to(ROOT)} ({made.stat().st_size} bytes)", flush=True)


if __name__ == "__main__":
    main()
