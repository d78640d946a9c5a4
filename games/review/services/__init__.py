"""What can be done with kept games: one command or question each."""
