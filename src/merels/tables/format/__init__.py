"""One table file: `header`, compressed `blocks`, `reader` and `writer`."""
