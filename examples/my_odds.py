"""Odds: how likely can 14 tiles be laid whole, and how likely do they hold an opening? Exactly."""

from optimeld import Rules, count, odds

for jokers in (0, 2):
    rules = Rules(jokers=jokers)
    hand = count(rules, 14).hands[14]
    print(f"{jokers} jokers in the box:")
    print(f"  {hand.winning:,} winning hands of 14; a deal is one with probability {hand.probability:.3g}")
print(f"An opening in 14 tiles without jokers: {odds(Rules(jokers=0), 14)[13].probability:.6f}")
