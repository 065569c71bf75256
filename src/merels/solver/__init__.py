"""The solver: tables computed backwards, and verified forwards by different code.

`moving` and `placing` solve the two phases of the game with `kernels`; `run` carries out a plan of
`merels.values.layout` on this machine, `cluster` on many machines. `verify` checks the tables and
imports nothing else of this package.
"""
