"""Other programs' engines as players."""
