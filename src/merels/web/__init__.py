"""The web server: the pages, and the API under ``/api/v1``; see ``docs/server.md``."""
