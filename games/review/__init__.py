"""Kept games: what they teach. Analysis, words, variations, pictures, the explorer, puzzles."""
