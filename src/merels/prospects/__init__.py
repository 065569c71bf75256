"""What a draw is worth against a fallible player, by exact values and the engine."""
