"""Processes that think, and what is asked of them."""
