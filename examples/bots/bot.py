#!/usr/bin/env python3
"""A bot for optimeld's protocol in plain Python: nothing but the standard library.

    optimeld match "exec:examples/bots/bot.py" simple
    optimeld check-agent examples/bots/bot.py

It lays melds from its rack, the most valuable first, and adds single tiles to melds on the table. It leaves
jokers alone and rearranges nothing: a place to start from, not a champion. bot.mjs and bot.cpp decide exactly
alike.
"""

import json
import sys

COLOURS = "KRBOGPCW"


def colour(tile):
    return COLOURS.index(tile[0])


def value(tile):
    return int(tile[1:])


def worth(meld):
    return sum(map(value, meld))


def whole_melds(tiles, shortest):
    """Every group of a value and every run of a colour that the tiles hold, as long as they go."""
    kinds = sorted(set(tiles), key=lambda tile: (colour(tile), value(tile)))
    found = []
    for number in sorted(set(map(value, kinds))):
        found.append([tile for tile in kinds if value(tile) == number])
    run = []
    for tile in kinds:
        if run and (colour(tile) != colour(run[-1]) or value(tile) != value(run[-1]) + 1):
            found.append(run)
            run = []
        run = [*run, tile]
    found.append(run)
    return [meld for meld in found if len(meld) >= shortest]


def melds_of(tiles, shortest):
    """Melds of these tiles, the most valuable first (of equals the first by name); and what is left."""
    left, melds = list(tiles), []
    while choices := whole_melds(left, shortest):
        best = min(choices, key=lambda meld: (-worth(meld), " ".join(meld)))
        melds.append(best)
        for tile in best:
            left.remove(tile)
    return melds, left


def place_in(meld, tile, highest):
    """The meld with the tile added to it, or None."""
    if "J" in meld:
        return None
    if len(set(map(value, meld))) == 1:  # a group
        fits = value(tile) == value(meld[0]) and tile not in meld
        return [*meld, tile] if fits else None
    if colour(tile) != colour(meld[0]):
        return None
    if value(tile) == value(meld[0]) - 1:
        return [tile, *meld]
    if value(tile) == value(meld[-1]) + 1 and value(tile) <= highest:
        return [*meld, tile]
    return None


def decide(rules, view):
    """The table as it should lie, or None to draw."""
    tiles = [tile for tile in view["rack"] if tile != "J"]
    melds, left = melds_of(tiles, rules["min_meld"])
    if not view["opened"][view["seat"]]:
        enough = melds and sum(map(worth, melds)) >= rules["opening_points"]
        return view["table"] + melds if enough else None
    table, played = view["table"] + melds, bool(melds)
    added = True
    while added:
        added = False
        for tile in list(left):
            for number, meld in enumerate(table):
                longer = place_in(meld, tile, rules["values"])
                if longer:
                    table[number] = longer
                    left.remove(tile)
                    added = played = True
                    break
    return table if played else None


def main():
    rules = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start_game":
            rules = message["rules"]
        if message["type"] != "request":
            continue  # the view of a request has all that this bot wants to know
        answer = {"seq": message["seq"]}
        if "keep" in message:
            answer |= {"type": "keep", "tile": message["keep"][0]}
        elif table := decide(rules, message["view"]):
            answer |= {"type": "play", "table": table}
        else:
            answer |= {"type": "draw"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
