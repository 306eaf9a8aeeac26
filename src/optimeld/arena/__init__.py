"""Many games: simulations, matches and tournaments, and what they tell with what certainty."""
