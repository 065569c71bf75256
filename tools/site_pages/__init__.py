"""The documentation as a site: hooks of MkDocs, and a check of what it built."""
