"""Moving tables, solved in pairs: count every position's moves, then trace decided ones back."""
