"""HTTP, before any route: connections, limits, security headers, problem documents, logs."""
