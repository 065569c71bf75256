"""The mini-game for another program's page: its script, and the files its source is built from."""
