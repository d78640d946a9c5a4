"""Moderation: what is reported, what moderators do about it, and the log that nobody edits."""
