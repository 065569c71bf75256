"""The engine protocol of mill programs: our engine as a server, other engines as clients' players.

Needs `rules`, `engine` and `matches`.
"""
