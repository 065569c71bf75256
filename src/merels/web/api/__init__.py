"""The API under ``/api/v1``: its documents, and the page that describes them."""
