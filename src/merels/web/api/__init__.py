"""The API under ``/api/v1``: its documents, its routes, and the page that describes them."""
