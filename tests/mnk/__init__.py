"""Tests of the rules: figures, laws, drawn boards, and a slow referee that shares no code."""
