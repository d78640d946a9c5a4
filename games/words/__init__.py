"""The catalogue: every sentence of ours, found in the source, for translators and browsers."""
