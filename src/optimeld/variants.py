"""Rule sets that differ in everything that can differ: bots, tests and invariants are played through them."""

from __future__ import annotations

from optimeld.rules import Rules

VARIANTS = {
    "retail": Rules(),
    "free jokers": Rules(joker_rule="free"),
    "locked jokers": Rules(joker_rule="locked"),
    "river": Rules(river=True),
    "must play": Rules(must_play=True),
    "must play, river": Rules(must_play=True, river=True),
    "opening then table": Rules(opening_then_table=True),
    "river, locked, then table": Rules(river=True, joker_rule="locked", opening_then_table=True),
    "fifty to open, penalty 100": Rules(opening_points=50, joker_penalty=100),
    "three copies": Rules(copies=3),
    "six-player box": Rules.six_players(),
    "six-player box, locked": Rules.six_players().replace(joker_rule="locked"),
    "one joker": Rules(jokers=1),
    "no jokers": Rules(jokers=0),
    "one copy, racks of 8": Rules(copies=1, rack_size=8, opening_points=20),
    "melds of four": Rules(min_meld=4, opening_points=20),
    "six colours": Rules(colours=6, values=9),
    "racks of 20, the pool soon empty": Rules(rack_size=20),
    "melds of two, small box": Rules(values=8, colours=3, min_meld=2, rack_size=7, jokers=1),
}
#: The same variants in a box of 50 tiles, where a game is short: many games for little time.
SMALL = {
    f"small, {name}": rules.replace(
        values=8, colours=3, rack_size=7, opening_points=rules.opening_points // 2
    )
    for name, rules in VARIANTS.items()
    if rules.min_meld == 3 and rules.copies == 2
}
