"""Routes of the API by subject, each beside the documents that it answers with."""
