"""The rules: position, whole-turn move, legal moves, game with history and outcome, notation."""
