"""Other programs' engines as players: process, protocol, player."""
