"""What the operator of a server needs: copies of the database, upgrades, whether it answers."""
