"""The database of games: how it is opened, what is in it, and how it is read and written."""
