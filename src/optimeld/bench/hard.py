"""Positions that take the solver longest: for tests of limits and of fairness."""

#: Found by looking for what takes long (bench/worst.py): tens of milliseconds where others take microseconds.
HARDEST = (
    "K11 R11 B11 | K13 R13 O13 | K3 R3 O3 | K10 B10 O10 | B8 O8 J | O3 O4 O5 O6 | K7 R7 B7 | "
    "K7 J K9 K10 | O5 O6 O7 O8 | K9 R9 O9 | O10 O11 O12 O13 | R6 R7 R8 R9 | K12 R12 B12 O12 | "
    "K4 R4 B4 | R4 B4 O4 | K1 R1 B1 O1 | B6 B7 B8 // K2 B13 O7 B2 R11 K1 B5 O9 K5 B9 R12 O11 "
    "R13 K4 O2 B13 K3 B3 B9 R2 R8 K6 K8 R1 R2 R3 B6 R5 K8 B5 K2 B2 O2"
)
