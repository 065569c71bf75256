"""Games between players: matches with their openings and score, and notes on a game."""
