"""What people say beside games: heard, kept some lines at a time, told, reported and hidden."""
