"""Addresses of clients: whom the limits count, and which proxies are believed."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

__all__ = ["TrustedProxies", "counted_as"]

_PREFIX = 64


@lru_cache(4096)
def counted_as(address: str) -> str:
    """The key under which limits count an address.

    One customer gets a whole IPv6 network of 64 bits, so all its addresses count as one.

    >>> counted_as("192.0.2.7"), counted_as("::ffff:192.0.2.7"), counted_as("2001:db8:1:2:3::4")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, _PREFIX), strict=False).network_address)


class TrustedProxies:
    """The reverse proxies whose headers name the client; without any, no header is believed.

    >>> from ipaddress import ip_network
    >>> proxies = TrustedProxies([ip_network("10.0.0.0/8")])
    >>> proxies.client("10.0.0.1", ["1.1.1.1, 203.0.113.5, 10.0.0.2"])
    '203.0.113.5'
    >>> proxies.client("192.0.2.7", ["1.1.1.1"])
    '192.0.2.7'
    """

    def __init__(self, networks: Iterable[IPv4Network | IPv6Network]) -> None:
        self._networks = tuple(networks)
        self._trusts = lru_cache(4096)(self._compute)

    def __contains__(self, address: str) -> bool:
        return bool(self._networks) and self._trusts(address)

    def client(self, peer: str, forwarded: Sequence[str]) -> str:
        """The client of a request: the nearest address that is not a trusted proxy.

        `forwarded` are the values of `X-Forwarded-For`. Each proxy adds the address that it saw at
        the right, so what a client forged stands to the left of its own address.
        """
        client = peer
        for hop in reversed(",".join(forwarded).split(",")):
            if client not in self or not _is_address(hop.strip()):
                break
            client = hop.strip()
        return client

    def _compute(self, address: str) -> bool:
        if not _is_address(address):
            return False
        found = ip_address(address.partition("%")[0])
        plain = getattr(found, "ipv4_mapped", None) or found
        return any(plain in network for network in self._networks)


def _is_address(text: str) -> bool:
    try:
        ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True
