"""Addresses of players and their games."""
