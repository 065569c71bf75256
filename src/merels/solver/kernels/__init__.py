"""The kernels of solving: `row` and `rating` serve both phases, `placing` one, the rest moving."""
