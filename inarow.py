"""Which version of Inarow this is: the one place that says so.

Pages, `/healthz`, the log at the start and the figures show it; CHANGELOG.md tells what it brought.
"""

__version__ = "0.3.0"
