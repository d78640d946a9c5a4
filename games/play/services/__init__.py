"""What can be done with live games: one command each. Only services write."""
