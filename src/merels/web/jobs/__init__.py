"""Work outside the event loop: searches in a `pool` of processes, and background solving."""
