"""Files of solved positions: open, probe, list, check."""
