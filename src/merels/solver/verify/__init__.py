"""Checking tables forwards, with code that shares nothing with the solver but the board."""
