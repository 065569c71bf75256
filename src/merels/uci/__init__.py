"""The engine protocol of the mill world: the engine's side, and a client for other engines."""
