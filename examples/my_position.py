"""My position: what is the best play, how is it carried out, what else is there, and what should I draw?"""

from optimeld import Position, alternatives, finishing_draws, judge, solve

position = Position("R4 R5 R6 R7 | O7 O8 O9 O10 | K1 K2 K3 // K7 K12 B12")

best = solve(position)
print(best)

print("\nThe other plays:")
for other in alternatives(position, 3)[1:]:
    print(" ", " ".join(map(str, other.played)))

print("\nDraws that would let me lay everything:", *map(str, finishing_draws(position)))

print("\nMay I do this instead?", judge(position, "R4 R5 R6 | K7 R7 O7 | O8 O9 O10 | K1 K2 K3 K12").reason)
