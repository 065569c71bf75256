"""The coder of packed tables: better than a general-purpose coder, and still fast.

`contexts` describes a position by the features that its value depends on, `model` turns
descriptions into probabilities and is fitted to a table, `coder` codes blocks by a model.
"""
