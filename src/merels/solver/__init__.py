"""The solver: tables computed backwards, and verified forwards by different code."""
