"""Every call of the core with arguments that nobody should give it: an answer or a plain error, never more.

What there is to call, and with what, is read from the core's stub, so a new binding is fuzzed from the day it
is there. `./run python tests/fuzz_core.py --calls 50000 --seed 7` makes more and other calls than usual;
`--core FILE` loads another build of the core in place of the usual one (`.ci/run` gives it one made with the
sanitizers).
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy

STUB = Path(__file__).parents[1] / "src" / "optimeld" / "_core.pyi"

#: What a call may end in. An error of the core's own logic (`RuntimeError`) is not among it.
PLAIN_ERRORS = (ValueError, TypeError, IndexError, OverflowError, MemoryError, TimeoutError)

#: Numbers that are about work or memory: more is slow, not wrong, so they stay small, hostile ones are few.
SMALL = {
    "deals": (0, 50), "count": (0, 3), "budget": (0, 200), "memory_limit": (1 << 16, 1 << 24),
    "rotations": (1, 4), "time_limit": (0, 1), "rollouts": (0, 4), "samples": (0, 8), "games": (0, 2),
}  # fmt: skip
HOSTILE = (
    -(2**63),
    -(2**31) - 1,
    -(2**31),
    -1,
    0,
    1,
    2,
    3,
    13,
    14,
    52,
    53,
    255,
    256,
    65535,
    65536,
    2**31 - 1,
    2**31,
)
WORDS = (
    "",
    "greedy",
    "random",
    "simple",
    "K1 K2 K3 // K4",
    "K1 K2 // K4",
    "// J",
    "\x00",
    "é",
    "x" * 300,
    "R14 // ",
)


def load_core(path: Path) -> None:
    """Makes `optimeld._core` the extension at `path`."""
    spec = importlib.util.spec_from_file_location("optimeld._core", path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    sys.modules["optimeld._core"] = module
    spec.loader.exec_module(module)


class Stub:
    """The callables of the stub: functions, constructors, methods and properties, each with its arguments."""

    def __init__(self, text: str) -> None:
        self.functions: dict[str, ast.FunctionDef] = {}
        self.classes: dict[str, dict[str, ast.FunctionDef]] = {}
        self.enums: set[str] = set()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base) for base in node.bases]
                if any("enum" in base for base in bases):
                    self.enums.add(node.name)
                self.classes[node.name] = {
                    part.name: part for part in node.body if isinstance(part, ast.FunctionDef)
                }

    def makers(self, name: str) -> list[str]:
        """How an object of a class comes about: its constructor, or a static method that returns one."""
        methods = self.classes[name]
        return [
            method
            for method, node in methods.items()
            if method == "__init__"
            or (is_static(node) and ast.unparse(node.returns or ast.Constant(None)) == name)
        ]


def is_static(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(mark) == "staticmethod" for mark in node.decorator_list)


def is_property(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(mark) == "property" for mark in node.decorator_list)


class Fuzz:
    """Calls made up one after another from a seed."""

    def __init__(self, seed: int) -> None:
        from optimeld import _core

        self.core: Any = _core
        self.stub = Stub(STUB.read_text(encoding="utf-8"))
        self.rng = random.Random(seed)
        #: Every agent of the engine; the one that thinks for a second thinks less here.
        self.agents = [name for name, *_ in _core.engine_agents() if name != "master"]
        self.agents += ["master:rollouts=8", "hold:3", "expert:tries=2"]
        self.made: dict[str, list[Any]] = {name: [] for name in self.stub.classes}
        self.outcomes: Counter[str] = Counter()
        self.called: set[str] = set()
        self.last = ""

    # ---- arguments
    def retail(self) -> dict[str, Any]:
        return {
            "values": 13, "colours": 4, "copies": 2, "jokers": 2, "min_meld": 3, "rack_size": 14,
            "opening_points": 30, "joker_penalty": 30, "opening_then_table": False, "river": False,
            "must_play": False,
        }  # fmt: skip

    def rules(self) -> Any:
        """Mostly the retail rules, so that what is made fits together; now and then impossible ones."""
        rng, core = self.rng, self.core
        fields = self.retail()
        if rng.random() < 0.3:
            fields |= {
                "values": rng.choice([3, 5, 6, 13]), "colours": rng.choice([2, 3, 4, 5]),
                "copies": rng.choice([1, 2, 3]), "jokers": rng.choice([0, 1, 2, 3, 4]),
                "min_meld": rng.choice([2, 3, 3, 3, 4]), "rack_size": rng.choice([1, 3, 5]),
                "river": rng.random() < 0.3, "must_play": rng.random() < 0.2,
                "opening_then_table": rng.random() < 0.3,
            }  # fmt: skip
        if rng.random() < 0.15:
            name = rng.choice([name for name, value in fields.items() if isinstance(value, int)])
            fields[name] = rng.choice(HOSTILE)
        fields["joker_rule"] = rng.choice(list(core.JokerRule))
        return core.Rules(**fields)

    def tiles(self, length: int) -> list[int]:
        """Sometimes a meld of the retail box, sometimes tiles of it, sometimes numbers that are no tiles."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.5:
            return self.meld()
        if kind < 0.85:
            return [rng.randrange(53) for _ in range(length)]
        return [rng.choice(HOSTILE) for _ in range(length)]

    def table_and_rack(self) -> tuple[list[list[int]], list[int]]:
        """A table and a rack out of one retail box; now and then with something wrong."""
        rng = self.rng
        left = dict.fromkeys(range(53), 2)
        table = []
        for _ in range(rng.randrange(6)):
            meld = self.meld()
            if all(left[tile] >= meld.count(tile) for tile in meld):
                for tile in meld:
                    left[tile] -= 1
                table.append(meld)
        box = [tile for tile, count in left.items() for _ in range(count)]
        rack = rng.sample(box, rng.randrange(15))
        if rng.random() < 0.2:
            spoilt = rng.choice([*table, rack])
            spoilt.insert(rng.randrange(len(spoilt) + 1), rng.choice([*range(53), *HOSTILE]))
        if rng.random() < 0.05 and table:
            del table[0][1:]
        return table, rack

    def meld(self) -> list[int]:
        rng = self.rng
        if rng.random() < 0.6:
            size = rng.randint(3, 6)
            first = rng.randrange(4) * 13 + rng.randrange(14 - size)
            meld = list(range(first, first + size))
        else:
            value = rng.randrange(13)
            meld = [value + 13 * colour for colour in range(rng.randint(3, 4))]
        if rng.random() < 0.2:
            meld[rng.randrange(len(meld))] = 52
        return meld

    def number(self, name: str) -> int:
        rng = self.rng
        if name in SMALL and rng.random() < 0.9:
            return rng.randint(*SMALL[name])
        if name == "threads":
            return rng.choice([1, 1, 2, -1, 0, 2**31 - 1])
        if name in SMALL:
            return rng.choice([-(2**31), -1, 0, 1])
        return rng.choice(HOSTILE) if rng.random() < 0.3 else rng.choice([0, 1, 2, 3, 4, 5, 6, 13, 14, 30])

    def value(self, name: str, kind: ast.expr) -> Any:
        rng, text = self.rng, ast.unparse(kind)
        if isinstance(kind, ast.BinOp):  # X | None
            sides = [side for side in (kind.left, kind.right) if ast.unparse(side) != "None"]
            return (
                None if rng.random() < 0.5 or text == "object | None" else self.value(name, rng.choice(sides))
            )
        if text == "int":
            return self.number(name)
        if text == "bool":
            return rng.random() < 0.5
        if text == "float":
            return rng.choice([0.0, 0.001, 1e-9, -1.0, float("nan"), float("inf"), 0.01])
        if text == "str":
            return rng.choice(WORDS if name != "name" or rng.random() < 0.2 else self.agents)
        if text == "bytes":
            return (
                rng.randbytes(rng.choice([0, 1, 4, 8, 12, 13 * 4, 200])) if rng.random() < 0.5 else bytes(52)
            )
        if text == "object":
            return None
        if isinstance(kind, ast.Subscript):
            return self.several(name, kind)
        if text in self.stub.enums:
            return rng.choice(list(getattr(self.core, text)))
        if text in self.stub.classes:
            return self.object_of(text)
        raise NotImplementedError(f"{name}: {text}")

    def several(self, name: str, kind: ast.Subscript) -> Any:
        rng, outer = self.rng, ast.unparse(kind.value)
        if outer == "Annotated":
            return self.array(name, ast.unparse(kind.slice))
        if outer == "tuple":
            parts = kind.slice.elts if isinstance(kind.slice, ast.Tuple) else [kind.slice]
            return tuple(self.value(name, part) for part in parts)
        length = rng.choice([0, 1, 2, 3, 3, 4, 7, 14, 40])
        inner = kind.slice
        if name == "positions" and rng.random() < 0.9:
            return [self.table_and_rack() for _ in range(min(length, 4))]
        if name == "kept_from" and rng.random() < 0.9:
            return [-1] * length
        if name == "lines":
            return [rng.choice(WORDS) for _ in range(length)]
        if ast.unparse(inner) == "int":
            return self.tiles(length)
        if name == "agents":
            names = ["", "greedy", "simple", "random", "greedy-value"] + ["nobody"] * (rng.random() < 0.1)
            return [rng.choice(names) for _ in range(rng.choice([0, 1, 2, 2, 2, 2, 3, 7]))]
        if name == "names" and rng.random() < 0.8:
            return [str(i) for i in range(53)]
        return [self.value(name, inner) for _ in range(min(length, 8))]

    def array(self, name: str, text: str) -> Any:
        """An array as an environment takes it; now and then of another shape."""
        made = self.made["Envs"]
        count, size, actions, kinds = 1, 1, 1, 1
        if made:
            count, actions = made[-1].count, made[-1].actions
            size, kinds = made[-1].layout["size"], made[-1].layout["kinds"]
        shape = {"observations": (count, size), "masks": (count, actions), "plays": (count, 64, kinds)}.get(
            name, (count, 2)[: text.count("None")]
        )
        if self.rng.random() < 0.2:
            shape = tuple(self.rng.choice([0, 1, 2, 53, 65]) for _ in shape)
        array = numpy.zeros(shape, re.search(r"numpy\.(\w+)", text)[1])  # type: ignore[index]
        if name == "actions":
            array[:] = self.rng.choice([0, 1, 2, 60, -1, 2**62])
        return array

    def object_of(self, name: str) -> Any:
        """One of those made before, or a new one."""
        made = self.made[name]
        if made and self.rng.random() < 0.7:
            return self.rng.choice(made)
        if name == "Rules":
            new = self.rules()
        elif name == "Game" and self.rng.random() < 0.6:
            new, _ = self.game()
        else:
            makers = self.stub.makers(name)
            if not makers:
                raise ValueError(f"a {name} is only ever given out")
            maker = self.rng.choice(makers)
            target = getattr(self.core, name)
            call = target if maker == "__init__" else getattr(target, maker)
            args, named = self.arguments(self.stub.classes[name][maker], method=maker == "__init__")
            self.note(f"{name}.{maker}", args, named)
            new = call(*args, **named)
            self.called.add(f"{name}.{maker}")
        self.keep(new)
        return new

    def game(self) -> tuple[Any, Any]:
        """A game that has been going on for a while, perhaps in the middle of a turn, and its rules."""
        rng, core = self.rng, self.core
        river = rng.random() < 0.4
        fields = self.retail() | {"river": river, "must_play": rng.random() < 0.1}
        rules = core.Rules(**fields, joker_rule=rng.choice(list(core.JokerRule)))
        game = core.Game(rules, rng.choice([2, 2, 3, 4]), rng.randrange(1000), rng.randrange(3))
        agent = core.EngineAgent(rng.choice(["greedy", "simple", "wait"]), rules)
        for _ in range(rng.randrange(60)):
            if not game.over:
                agent.take_turn(game)
        if river and not game.over and game.may_draw() and rng.random() < 0.5:
            game.draw()
        self.keep(rules)
        return game, rules

    def known(self) -> dict[str, Any]:
        """What the player to move knows in such a game; now and then one thing of it is wrong."""
        rng = self.rng
        game, rules = self.game()
        seats = range(game.players)
        fields = {
            "rules": rules, "player": game.to_move, "turn": game.turns, "passes": 0,
            "rack": game.rack(game.to_move), "table": game.table, "river": game.river,
            "pool_size": game.pool_size, "rack_sizes": [game.rack_size(seat) for seat in seats],
            "opened": [game.opened(seat) for seat in seats], "comes": [],
            "conduct": [(rng.randrange(5), rng.randrange(20)) for _ in seats],
        }  # fmt: skip
        if rng.random() < 0.2:
            wrong = rng.choice(["rack_sizes", "conduct", "opened"])
            fields[wrong] = rng.choice([fields[wrong][1:], fields[wrong] * 2])
        if rng.random() < 0.2:
            fields["rack_sizes"][0] = rng.choice([0, 1, 60, 106, *HOSTILE])
        if rng.random() < 0.2:
            fields[rng.choice(["player", "turn", "passes", "pool_size"])] = rng.choice(HOSTILE)
        return fields

    def keep(self, new: Any) -> None:
        made = self.made.get(type(new).__name__)
        if made is not None:
            made.append(new)
            del made[:-4]

    def arguments(self, node: ast.FunctionDef, *, method: bool) -> tuple[list[Any], dict[str, Any]]:
        positional = [*node.args.posonlyargs, *node.args.args][1 if method else 0 :]
        every = [*positional, *node.args.kwonlyargs]
        for arg in every:
            assert arg.annotation is not None, (node.name, arg.arg)
        # Rules first: tiles and melds are made up for them.
        values = {arg.arg: self.value(arg.arg, arg.annotation) for arg in every if arg.annotation is not None}
        self.fit(values)
        names = {arg.arg for arg in node.args.kwonlyargs}
        return [values[arg.arg] for arg in positional], {name: values[name] for name in names}

    def fit(self, values: dict[str, Any]) -> None:
        """Mostly, what belongs together is made together, so that calls get further than the checks."""
        rng = self.rng
        if "agents" in values:  # whole games are played, and by some rules a rack grows very long
            values["rules"] = self.core.Rules(
                **self.retail(), joker_rule=rng.choice(list(self.core.JokerRule))
            )
        if rng.random() < 0.1:
            return
        if "rack_sizes" in values:
            values |= {name: value for name, value in self.known().items() if name in values}
            if "candidates" in values:
                values |= {"candidates": rng.choice([1, 3, 20]), "threads": rng.choice([1, 2])}
            return
        table, rack = self.table_and_rack()
        if {"table", "rack"} <= values.keys():
            values["table"], values["rack"] = table, rack
        if {"before", "after"} <= values.keys():
            new = [meld[:] for meld in table]
            new += [self.meld() for _ in range(rng.randrange(2))]
            values["before"], values["after"] = table, new
            if "rack" in values:
                values["rack"] = rack
            if values.get("kept_from") is not None:
                values["kept_from"] = [
                    i if i < len(table) and rng.random() < 0.5 else -1 for i in range(len(new))
                ]
        if "min_meld" in values:  # a shape of the counting part: small, or it takes its time
            values |= {
                "colours": rng.choice([2, 3, 4]), "copies": rng.choice([1, 2]),
                "min_meld": rng.choice([2, 3]), "jokers": rng.choice([0, 0, 1]),
            }  # fmt: skip
        if {"rotations", "players"} <= values.keys():
            values["players"] = values["rotations"] = 2
        for name, most in (
            ("values", 5),
            ("size", 6),
            ("tiles", 6),
            ("max_tiles", 12),
            ("jokers", 1),
            ("points", 30),
        ):
            if isinstance(values.get(name), int) and "rules" not in values:
                values[name] = rng.randint(1 if name in ("values", "points") else 0, most)
        if "counts" in values:
            values["counts"] = bytes(rng.randrange(3) for _ in range(12))
        if "number" in values:
            values["number"] = rng.randrange(3)

    # ---- calls
    def note(self, what: str, args: list[Any], named: dict[str, Any]) -> None:
        self.last = f"{what}(*{args!r}, **{named!r})"

    def targets(self) -> list[str]:
        """Everything that can be called, as `function` or `Class.method`."""
        methods = [f"{name}.{method}" for name, methods in self.stub.classes.items() for method in methods]
        return [*self.stub.functions, *methods]

    def call(self, target: str) -> None:
        """One call of one target, whatever comes of it."""
        try:
            self._call(target)
            self.outcomes["answered"] += 1
        except PLAIN_ERRORS as error:
            self.outcomes[type(error).__name__] += 1
        except RuntimeError as error:
            if type(error).__name__ != "OutOfBounds":
                raise AssertionError(f"{self.last}: {error}") from error
            self.outcomes["OutOfBounds"] += 1

    def _call(self, target: str) -> None:
        owner, dot, method = target.partition(".")
        if not dot:
            node = self.stub.functions[owner]
            args, named = self.arguments(node, method=False)
            self.note(target, args, named)
            self.keep_all(getattr(self.core, owner)(*args, **named))
        elif method == "__init__" or is_static(self.stub.classes[owner][method]):
            self.made[owner].clear()
            self.object_of(owner)
        else:
            node = self.stub.classes[owner][method]
            if self.rng.random() < 0.3 and (fitting := self.fitting(target)):
                instance, given = fitting
                self.note(target, given, {})
                self.keep_all(getattr(instance, method)(*given))
                self.called.add(target)
                return
            instance = self.object_of(owner)
            if is_property(node):
                self.note(target, [], {})
                getattr(instance, method)
            else:
                args, named = self.arguments(node, method=True)
                self.note(target, args, named)
                self.keep_all(getattr(instance, method)(*args, **named))
        self.called.add(target)

    def fitting(self, target: str) -> tuple[Any, list[Any]] | None:
        """An object and arguments that belong together, where they would hardly meet by chance."""
        rng = self.rng
        match target:
            case "Game.keep":
                game, _ = self.game()
                return game, [rng.choice(game.pending or [0])]
            case "EngineAgent.keep" | "EngineAgent.choose" | "EngineAgent.take_turn":
                game, rules = self.game()
                return self.core.EngineAgent(rng.choice(self.agents), rules), [game]
            case "EngineAgent.keep_seen" | "EngineAgent.choose_seen":
                fields = self.known() | {"luck": rng.randrange(1 << 32)}
                del fields["comes"]
                agent = self.core.EngineAgent(rng.choice(self.agents), fields["rules"])
                drawn = [rng.choice([rng.randrange(53), 52]) for _ in range(2)]
                return agent, [self.core.Seen(**fields), *drawn[: 2 * target.endswith("keep_seen")]]
            case "Envs.act":
                envs = self.object_of("Envs")
                envs.reset(rng.randrange(100))
                env = rng.randrange(envs.count)
                allowed = [action for action in range(envs.actions) if envs.allows(env, action)]
                return envs, [env, rng.choice(allowed or [0])]
        return None

    def keep_all(self, found: Any) -> None:
        for one in found if isinstance(found, list) else [found]:
            self.keep(one)

    def run(self, calls: int) -> int:
        """Calls everything in turn, so many calls in all, the same ones on every machine."""
        targets = self.targets()
        for made in range(calls):
            self.call(targets[made % len(targets)])
        return calls

    def never_answered(self) -> list[str]:
        return sorted(set(self.targets()) - self.called)

    def insist(self, rounds: int = 300) -> int:
        """Goes on calling those that were only ever refused; returns how many calls there were."""
        made = 0
        for _ in range(rounds):
            for target in self.never_answered():
                self.call(target)
                made += 1
        return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core", type=Path, help="the extension to load in place of the usual one")
    parser.add_argument("--verbose", action="store_true", help="write each call before it is made")
    asked = parser.parse_args()
    if asked.core is not None:
        load_core(asked.core)
    fuzz = Fuzz(asked.seed)
    if asked.verbose:
        fuzz.note = lambda *call: print(*call, file=sys.stderr, flush=True)  # type: ignore[method-assign]
    made = fuzz.run(asked.calls) + fuzz.insist()
    print(f"{made:,} calls: {', '.join(f'{name} {count:,}' for name, count in fuzz.outcomes.most_common())}")
    never = fuzz.never_answered()
    print(f"never answered: {', '.join(never) or 'none'}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
