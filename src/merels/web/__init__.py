"""The web server: the pages, and the API under ``/api/v1``; see ``docs/server.md``.

`app` puts `http`, the routes of `api` and the pages together; `jobs` does the slow work.
"""
