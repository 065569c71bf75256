"""What stands in front of every request: limits, security headers, problem documents, logs."""
