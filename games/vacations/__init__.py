"""Vacations: while somebody is away, their clocks in games over days stand still.

1. models      who is away until when, and which games stand still for them
2. vacations   going away, coming back, and looking for games to stop and to let go on

`workers/vacations.py` stops them with a pause like any other.
"""
