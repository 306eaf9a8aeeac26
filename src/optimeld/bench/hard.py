"""Positions that take the solver longest: for tests of limits and of fairness."""

#: Found by looking for what takes long: seconds where others take microseconds.
HARDEST = (
    "R10 J J | K8 K9 K10 K11 | K8 K9 K10 K11 | B1 K1 O1 R1 | B1 K1 O1 R1 | K2 O2 R2 B2 | B2 B3 B4 "
    "B5 B6 B7 B8 | R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 | O5 K5 B5 R5 | R6 B6 O6 K6 | K13 B13 R13 O13 | "
    "K3 K4 K5 K6 | R11 R12 R13 | O8 O9 O10 | O8 O9 O10 | B7 R7 K7 O7 // O11 B10 B9 O11 B8 B9 R3 R2 "
    "B3 O4 K4 O7 B11 K12 B10 R8 K7 K2 B13 O5 K13 K12 R4 B4 O2 O4 O6 O3 K3 O3"
)
