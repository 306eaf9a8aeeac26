"""How fast the solver is, on which positions, and against whom."""
