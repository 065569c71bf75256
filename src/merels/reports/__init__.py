"""What tables add up to: listings, results, plots."""
