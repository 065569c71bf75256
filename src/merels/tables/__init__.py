"""Tables of solved positions: which there are, their files, and what they say.

`key` and `plan` name the tables and what each needs; `format` is one file, `folder` many;
`tablebase` probes them, and `book`, the one that ships. The solver builds on this package.
"""
