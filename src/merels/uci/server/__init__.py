"""Merels as an engine: the protocol on standard input and output."""
