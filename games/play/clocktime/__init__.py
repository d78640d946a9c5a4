"""Whose time runs and how long: on one clock for all processes, through downtime, to the flag."""
