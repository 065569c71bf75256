"""Games between people on the server: stored, sent over sockets, listed, rated."""
