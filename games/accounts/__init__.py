"""Accounts: somebody signs in, keeps their games on every device, and may leave for good.

The sign-in itself is django-allauth's (docs/decisions/0034). An account is a `Player` with a user;
guests stay first-class, and signing in takes a guest's games along (`joining`).
"""
