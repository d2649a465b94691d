"""What every lesson is built with: its page, its exercise and the checks of it."""
