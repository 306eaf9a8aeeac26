"""What else could answer: den Hertog and Hulshof's model on HiGHS, and the PyPI package `rummikub-solver`.

Both know only the rule under which a table joker may go anywhere (`free`), and neither counts kept melds nor
breaks ties by value, so they are asked for less than the core is. Both are set up once, and only their
answer is timed: by the wall or by the processor's clock, whichever says less, since on a busy machine a long
answer is interrupted more often than a short one.
"""

from __future__ import annotations

import importlib.util
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from optimeld.errors import InputError
from optimeld.goals import Objective
from optimeld.position import Position
from optimeld.reference.columns import Supply, groups, runs
from optimeld.rules import Rules

#: Answers the most tiles, or the highest value with a joker at the rules' penalty, and the seconds it took.
Peer = Callable[[Position, Objective], tuple[int, float]]


class _Clock:
    """Runs from when it is made."""

    def __init__(self) -> None:
        self.wall, self.processor = time.perf_counter(), time.process_time()

    def seconds(self) -> float:
        return min(time.perf_counter() - self.wall, time.process_time() - self.processor)


class PeerError(InputError):
    """A peer that is not there."""

    code = "no-peer"


@dataclass(frozen=True)
class PeerInfo:
    """A solver to compare with."""

    name: str
    #: Objectives that mean the same as ours, so that answers can be compared.
    objectives: tuple[Objective, ...]
    make: Callable[[Rules], Peer]


def available_peers() -> list[PeerInfo]:
    """The peers that are installed; the extra `peers` has them all."""
    wanted = {
        "highspy": PeerInfo("HiGHS, the paper's model", ("tiles", "value"), paper_model),
        "rummikub_solver": PeerInfo("rummikub-solver", ("tiles",), rummikub_solver),
    }
    missing = [module for module in wanted if importlib.util.find_spec(module) is None]
    if missing:
        raise PeerError(f"{', '.join(missing)} not installed: pip install 'optimeld[peers]'")
    return list(wanted.values())


def paper_model(rules: Rules) -> Peer:
    """The first model of the paper, its melds listed once, the row bounds changed from position to position.

    Presolve is off: on these programs HiGHS is faster without it.
    """
    import highspy
    import numpy as np

    joker = rules.kinds
    box = Supply(rules, (rules.copies,) * joker + (0,), (0,) * joker + (rules.jokers,))
    listed = [*runs(box, 2 * rules.min_meld - 1), *groups(box)]
    # The joker's place does not matter to the model, so melds of the same tiles are one.
    melds = sorted({tuple(sorted(tiles)) for tiles in listed})
    size, kinds = len(melds), joker + 1
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = size, kinds
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_ = np.zeros(size)
    lp.col_lower_ = np.zeros(size)
    lp.col_upper_ = np.full(size, float(rules.copies))
    lp.row_lower_ = np.zeros(kinds)
    lp.row_upper_ = np.zeros(kinds)
    counts = [sorted(Counter(meld).items()) for meld in melds]
    starts = np.cumsum([0] + [len(entries) for entries in counts])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = starts.astype(np.int32)
    lp.a_matrix_.index_ = np.array([tile for entries in counts for tile, _ in entries], dtype=np.int32)
    lp.a_matrix_.value_ = np.array([float(n) for entries in counts for _, n in entries])
    lp.integrality_ = [highspy.HighsVarType.kInteger] * size
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.passModel(lp)
    worth = [tile % rules.values + 1 for tile in range(joker)] + [rules.joker_penalty]
    costs = {
        "tiles": np.array([float(len(meld)) for meld in melds]),
        "value": np.array([float(sum(worth[tile] for tile in meld)) for meld in melds]),
    }
    columns, rows = np.arange(size, dtype=np.int32), np.arange(kinds, dtype=np.int32)

    def answer(position: Position, objective: Objective) -> tuple[int, float]:
        began = _Clock()
        before = np.zeros(kinds)
        for meld in position.core_table:
            for tile in meld:
                before[tile] += 1
        after = before.copy()
        for tile in position.core_rack:
            after[tile] += 1
        highs.clearSolver()
        highs.changeColsCost(size, columns, costs[objective])
        highs.changeRowsBounds(kinds, rows, before, after)  # type: ignore[attr-defined]
        highs.run()
        reached = round(highs.getObjectiveValue())
        elapsed = began.seconds()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise PeerError(f"HiGHS stopped with {highs.getModelStatus()} in {position}")
        unit = [1] * kinds if objective == "tiles" else worth
        return reached - sum(int(n) * unit[tile] for tile, n in enumerate(before)), elapsed

    return answer


def rummikub_solver(rules: Rules) -> Peer:
    """The PyPI package on HiGHS. Its value counts a joker as nothing, so only tiles can be compared."""
    import rummikub_solver as package

    ruleset: Any = package.RuleSet(
        numbers=rules.values,
        repeats=rules.copies,
        colours=rules.colours,
        jokers=rules.jokers,
        min_len=rules.min_meld,
        min_initial_value=max(1, rules.opening_points),
    )
    modes = {"tiles": package.SolverMode.TILE_COUNT, "value": package.SolverMode.TOTAL_VALUE}

    def answer(position: Position, objective: Objective) -> tuple[int, float]:
        state = ruleset.new_game()
        state.initial = False
        state.add_table(*(tile + 1 for meld in position.core_table for tile in meld))
        state.add_rack(*(tile + 1 for tile in position.core_rack))
        began = _Clock()
        found = ruleset.solve(state, modes[objective])
        elapsed = began.seconds()
        return len(found.tiles) if found else 0, elapsed

    return answer
