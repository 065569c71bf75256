"""One table file: `header`, compressed `blocks`, `reader` and `writer`.

`preamble` and `source` serve books as well.
"""
