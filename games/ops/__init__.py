"""What whoever runs a server needs: copies of the database, upgrades, whether it answers."""
