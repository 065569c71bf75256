"""Tables checked forwards, by code that shares nothing with the solver but the board."""
