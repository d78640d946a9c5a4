"""Whose share a request counts for: the network it comes from."""

import ipaddress

_ONE_HOME = 64
"""Bits of an IPv6 address that a provider assigns to one home: its owner chooses the rest."""


def network_of(address: str) -> str:
    """The network that shares one limit: an IPv4 address, or the /64 of an IPv6 address.

    Anything but an address, as with a server on a Unix socket, counts as a network of its own.

    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:10.0.0.1")
    ('203.0.113.7', '2001:db8:1:2::/64', '10.0.0.1')
    >>> network_of("fe80::1%eth0"), network_of("a socket"), network_of("")
    ('fe80::/64', 'a socket', 'unknown')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64] or "unknown"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _ONE_HOME), strict=False))
