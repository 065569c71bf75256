"""Summaries of tables: listings, results, plots."""
