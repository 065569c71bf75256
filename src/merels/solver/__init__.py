"""The solver: tables computed backwards, and verified forwards by different code.

`moving` and `placing` solve the two phases of the game with what they share in `rows`, `verify`
checks the result; `run` carries out a plan of `merels.tables` on this machine, `cluster` on many.
"""
