// Positions worth a look, for the button that shows one.

export const EXAMPLES = [
  "K1 K2 K3 | R5 B5 O5 // R6 K4 J",
  "R5 R6 R7 J | K1 K2 K3 // K4",
  "R3 R4 R5 R6 | B3 B4 B5 | K8 R8 B8 O8 | O10 O11 O12 // K3 K5 K9 K10 R9 O3 B6 B12 O13",
  "K4 K5 K6 K7 K8 | R1 R2 R3 | B9 O9 R9 | O4 O5 J O7 | K11 R11 B11 // R4 B7 O8 K9 K12 R12 J B1 O1 R10",
  "R10 R11 R12 R13 | B1 B2 B3 B4 | K7 R7 O7 | O2 O3 O4 | K5 R5 B5 O5 // K6 B7 O6 R6 B6 K13 B13 O13 R1 O1 K2",
  "K2 K3 K4 K5 | B2 R2 O2 | R6 R7 R8 R9 | B10 K10 O10 // R10 R5 K6 B11 O11 K1 B6",
];
