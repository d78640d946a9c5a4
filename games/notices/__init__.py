"""Notices: people who are elsewhere are told what waits for them, by their browser or by e-mail.

1. look     games in which it became somebody's turn, a deadline is near, or that ended (looking.py)
2. note     one row for each thing somebody may be told, one more for each way it goes (outbox.py)
3. wait     until the person may be disturbed, and is not looking by themselves (quiet.py, seen.py)
4. send     claimed by updating a row; tried again, and given up in the end (push.py, letters.py)

The rows are the truth: whatever process dies, another goes on where it was.
`games.workers.notifier` does it for all.
"""
