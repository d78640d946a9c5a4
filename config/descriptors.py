"""How many files and sockets this process may have open."""

RESERVE = 256
"""Kept for all but visitors' sockets: database, Redis, log, static files, processes that think."""
MOST = 65_536
"""More are never needed, and programs started from here may look through all they could have."""
FEWEST = 16


def room_for_sockets() -> int:
    """Allow this process all descriptors its user may have; return how many sockets those serve."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    return max(FEWEST, most - RESERVE)
