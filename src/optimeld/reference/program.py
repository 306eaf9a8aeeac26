"""An integer program over melds, solved with HiGHS, its answer checked in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from optimeld.errors import InputError
from optimeld.reference.columns import Column

if TYPE_CHECKING:
    import highspy

# Above this a weighted sum of the objectives could drown in the solver's tolerance, so stages are used.
_WEIGHT_LIMIT = 1 << 21

#: A point known to be reachable and one known to bound it, by the objectives in order.
Bounds = tuple[tuple[int, ...], tuple[int, ...]]


class MethodError(InputError):
    """The reference method could not be used, or contradicted itself."""

    code = "method-failed"


@dataclass
class Program:
    """An integer program in the making: columns are melds, further variables follow them."""

    columns: list[Column]
    upper: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, int], int, int | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.upper = [-1] * len(self.columns)  # -1: bounded by the rows alone

    def add_variable(self, upper: int) -> int:
        self.upper.append(upper)
        return len(self.upper) - 1

    def add_row(self, row: dict[int, int], lower: int, upper: int | None) -> None:
        self.rows.append(({i: a for i, a in row.items() if a}, lower, upper))

    def maximise(
        self, objectives: list[dict[int, int]], ranges: list[int], *, presolve: bool
    ) -> list[int] | None:
        """The best point by the objectives in order. `ranges` bounds how far the later ones can vary."""
        weights = [1] * len(objectives)
        for i in range(len(objectives) - 2, -1, -1):
            weights[i] = weights[i + 1] * (ranges[i] + 1)
        total: dict[int, int] = {}
        for weight, objective in zip(weights, objectives, strict=True):
            for i, a in objective.items():
                total[i] = total.get(i, 0) + weight * a
        if max(total.values(), default=0) * 40 < _WEIGHT_LIMIT:
            return self._solve(total, presolve)
        return self.maximise_within(objectives, (0,) * len(objectives), None, presolve=presolve)

    def maximise_within(
        self,
        objectives: list[dict[int, int]],
        least: tuple[int, ...],
        most: tuple[int, ...] | None,
        *,
        presolve: bool,
    ) -> list[int] | None:
        """The best point, one objective after another, knowing that it lies between two others."""
        point = None
        for stage, objective in enumerate(objectives):
            last = stage == len(objectives) - 1
            if most is not None and least[stage] == most[stage] and not last:
                self.rows.append((objective, least[stage], None))
                continue
            self.rows.append((objective, least[stage], most[stage] if most else None))
            point = self._solve(objective, presolve)
            if point is None:
                return None
            reached = sum(a * point[i] for i, a in objective.items())
            self.rows.append((objective, reached, None))
            # A bound says something of the next objective only where this one reached it.
            if reached > least[stage]:
                least = (0,) * len(least)
            if most is not None and reached < most[stage]:
                most = None
        return point

    def _solve(self, objective: dict[int, int], presolve: bool) -> list[int] | None:
        if not self.upper:  # nothing to choose; HiGHS calls such a program empty and says no more
            return [] if all(lower <= 0 for _, lower, _ in self.rows) else None
        highs = _highs(presolve)
        import highspy

        status = highs.passModel(self._lp(objective))
        if status == highspy.HighsStatus.kError:
            raise MethodError("HiGHS did not take the program")
        highs.run()
        outcome = highs.getModelStatus()
        if outcome == highspy.HighsModelStatus.kInfeasible:
            return None
        if outcome != highspy.HighsModelStatus.kOptimal:
            raise MethodError(f"HiGHS stopped with {highs.modelStatusToString(outcome)}")
        point = [round(x) for x in highs.getSolution().col_value]
        self._check(point)
        return point

    def _check(self, point: list[int]) -> None:
        """In whole numbers: does the point satisfy the program?"""
        if min(point, default=0) < 0 or any(u >= 0 and x > u for x, u in zip(point, self.upper, strict=True)):
            raise MethodError("HiGHS returned a point outside its bounds")
        for row, lower, upper in self.rows:
            activity = sum(a * point[i] for i, a in row.items())
            if activity < lower or (upper is not None and activity > upper):
                raise MethodError("HiGHS returned a point that breaks a row")

    def _lp(self, objective: dict[int, int]) -> highspy.HighsLp:
        import highspy
        import numpy as np

        starts: list[int] = [0]
        index: list[int] = []
        entries: list[int] = []
        for row, _, _ in self.rows:
            index.extend(row.keys())
            entries.extend(row.values())
            starts.append(len(index))
        size = len(self.upper)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = size, len(self.rows)
        lp.sense_ = highspy.ObjSense.kMaximize
        cost = np.zeros(size)
        for i, a in objective.items():
            cost[i] = a
        lp.col_cost_ = cost
        lp.col_lower_ = np.zeros(size)
        lp.col_upper_ = np.array([u if u >= 0 else highspy.kHighsInf for u in self.upper], dtype=np.double)
        lp.row_lower_ = np.array([lower for _, lower, _ in self.rows], dtype=np.double)
        lp.row_upper_ = np.array(
            [highspy.kHighsInf if upper is None else upper for _, _, upper in self.rows], dtype=np.double
        )
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        lp.a_matrix_.index_ = np.array(index, dtype=np.int32)
        lp.a_matrix_.value_ = np.array(entries, dtype=np.double)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * size
        return lp


def _highs(presolve: bool) -> Any:
    try:
        import highspy
    except ImportError as error:
        raise MethodError("the integer program needs highspy: install optimeld[ilp]") from error
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", "on" if presolve else "off")
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.5)
    highs.setOptionValue("threads", 1)
    return highs
