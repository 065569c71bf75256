"""Which tables there are, what they contain, and in which order they are solved."""
