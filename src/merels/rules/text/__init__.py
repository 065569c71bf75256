"""Positions as text: FEN, and the board drawn with characters."""
