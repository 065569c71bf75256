"""The engine: computer players that search. It never imports the tablebase or an interface."""
