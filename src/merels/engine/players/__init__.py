"""Computer players: levels from beginner to perfect, given strengths, and a random mover."""
