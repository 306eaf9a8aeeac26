"""How to play well: what a play is worth beyond the turn it is made in."""
