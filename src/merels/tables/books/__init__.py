"""Books: the first placings of a variant in one file, all of a small one. Some ship here."""
