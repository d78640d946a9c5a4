"""Friends: who is one, who would like to be, who is here; and games people ask each other for."""
