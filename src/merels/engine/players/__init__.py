"""Computer players: levels from beginner to perfect, given strengths, and a random mover.

`levels` describes them, `factory` creates them.
"""
