"""Releases: what a build contains, whether it works, and on which Pythons."""
