"""Play in a terminal, against a level of the evaluator or in pairs: `python -m games.terminal`.

Pure below (`board`, `scene`, `dialogue`), the world above (`screen`, `thinking`, `command`).
Importing this loads nothing: an interrupt during the start-up finds no half-made program.
"""
