"""Positions and moves as text: FEN, engine tokens, and the drawn board."""
