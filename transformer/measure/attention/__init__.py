"""What heads attend to, what they output, and how a score is computed."""
