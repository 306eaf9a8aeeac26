"""A play as a picture: the table before and after it, what was played and moved, and the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from optimeld.pictures import svg
from optimeld.pictures.terminal import Pen
from optimeld.steps import marks

if TYPE_CHECKING:
    from optimeld.solver import Solution


def as_text(solution: Solution, pen: Pen, method: str = "") -> str:
    """For the terminal; `method` is said beside the time, where another than the solver's was used."""
    before, rack, after = marks(solution.position, solution.table, solution.kept_from, solution.steps)
    lines = [pen.position(solution.position, table_marks=before, rack_marks=rack), ""]
    time = _time(solution.elapsed_us) + method
    if not solution and not solution.play_proved:
        lines.append(f"{_badge('TIME LIMIT', pen)}  no play was found so far {pen.dim(f'({time})')}")
        return "\n".join(lines)
    if not solution:
        what = "no opening can be laid" if solution.opening else "no rack tile can be played"
        lines.append(f"{_badge('PROVED: NO PLAY', pen)}  {what} {pen.dim(f'({time})')}")
        return "\n".join(lines)
    tiles = "1 tile" if solution.tiles == 1 else f"{solution.tiles} tiles"
    goal = "most tiles" if solution.objective == "tiles" else "highest value"
    badge = _badge(_proved(solution), pen)
    lines.append(f"{badge}  {tiles}, value {solution.value} {pen.dim(f'({goal}, {time})')}")
    facts = []
    if solution.points is not None:
        facts.append(f"opening worth {solution.points}")
    if solution.melds_before:
        facts.append(f"{solution.kept} of {solution.melds_before} melds kept as they were")
        fewest = " (the fewest, proved)" if solution.moved_proved and solution.moved else ""
        facts.append(f"{_count(solution.moved, 'table tile')} moved{fewest}")
    lines += [f"  {', '.join(facts)}"] if facts else []
    lines += ["", pen.bold("Table after"), pen.table(solution.table, after)]
    lines += [pen.bold("Rack after"), pen.rack(solution.remaining)]
    lines += ["", pen.bold("Steps")]
    width = len(str(len(solution.steps)))
    lines += [f"  {number:>{width}}. {step}" for number, step in enumerate(solution.steps, 1)]
    return "\n".join(lines)


def as_svg(solution: Solution) -> str:
    """For a notebook: before and after, with the tiles that were played or moved marked."""
    position = solution.position
    before, rack, after = marks(position, solution.table, solution.kept_from, solution.steps)
    panels = [svg.Panel(position.table, position.rack, "Before" if solution else "No play", before, rack)]
    if solution:
        panels.append(svg.Panel(solution.table, solution.remaining, "After", after))
    return svg.panels(panels)


def _proved(solution: Solution) -> str:
    if solution.status != "time-limit":
        return "PROVED OPTIMAL"
    return "TIME LIMIT: TILES AND VALUE PROVED" if solution.play_proved else "TIME LIMIT: BEST SO FAR"


def _badge(text: str, pen: Pen) -> str:
    return f"\x1b[48;5;28;38;5;231;1m {text} \x1b[0m" if pen.colour else f"[{text}]"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number or 'no'} {what}s"


def _time(microseconds: float) -> str:
    if microseconds < 1000:
        return f"{microseconds:.0f} µs"
    return f"{microseconds / 1000:.3g} ms" if microseconds < 1e6 else f"{microseconds / 1e6:.3g} s"
