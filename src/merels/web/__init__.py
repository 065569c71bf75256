"""The web server: pages, and an interface under ``/api/v1``; see ``docs/server.md``."""
