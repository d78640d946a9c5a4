"""Wiring: settings, URLs and the programs that serve them."""
