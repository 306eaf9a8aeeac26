"""`optimeld rules`: the rules in force."""

from __future__ import annotations

from optimeld.cli.common import JsonFlag, answer, with_rules
from optimeld.rules import JOKER_RULES, RANGES, Rules


@with_rules("rack_size", "joker_penalty", "opening_then_table", "river", "must_play")
def command(rules: Rules, as_json: JsonFlag = False) -> None:
    """The rules in force, and their ranges."""
    if as_json:
        answer(rules.to_json() | {"tiles_in_box": rules.tiles_in_box})
        return
    print(f"{rules.tiles_in_box} tiles: {rules.copies} of each of {rules.kinds}, and {rules.jokers} jokers")
    for name, value in rules.to_json().items():
        if name in RANGES:
            low, high = RANGES[name]
            limits = f"{low}..{rules.tiles_in_box if name == 'rack_size' else high}"
        else:
            limits = ", ".join(JOKER_RULES) if name == "joker_rule" else "yes, no"
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        print(f"  {name.replace('_', ' '):<20} {shown!s:<10} {limits}")
