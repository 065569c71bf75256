"""What the commands and the console game share: options, output, boards, reports."""
