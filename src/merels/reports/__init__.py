"""What the tables add up to: listings, results, plots."""
