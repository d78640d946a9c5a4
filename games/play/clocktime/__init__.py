"""Whose time runs, for how long: on one clock for all processes, through downtime, to the flag."""
