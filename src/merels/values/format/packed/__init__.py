"""The coder of packed tables: better than a general-purpose one, and still fast.

`contexts` describes a position by what its value depends on, `model` turns descriptions into
probabilities and is fitted to a table, `coder` codes blocks by it.
"""
