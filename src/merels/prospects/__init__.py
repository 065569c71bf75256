"""What a draw is worth against a fallible player: above exact values and the engine."""
