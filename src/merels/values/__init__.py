"""Tables of solved positions: which tables there are, how they are stored, and how to probe them.

`key` and `plan` name the tables and what each needs; `format` is one file, `folder` and `book` hold
many; `tablebase` probes them. The solver builds on this package.
"""
