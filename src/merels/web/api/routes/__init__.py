"""Routes of the API, by what they answer."""
