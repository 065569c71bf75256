"""The interface for programs under `/api/v1`: models, routes, and the page that describes them."""
