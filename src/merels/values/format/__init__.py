"""One table file: its `header`, and in `file` its compressed blocks; `source` serves books too."""
