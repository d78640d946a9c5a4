"""What people say beside games: heard, kept in batches, told, reported and hidden."""
