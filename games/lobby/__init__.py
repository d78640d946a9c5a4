"""Finding each other and watching: invitations, pairing, seeks, the lobby, TV, exhibitions."""
