"""Computer players: the levels, from a beginner to perfect play, and a random mover."""
