"""Placing tables: every value follows from the tables one placing later."""
