"""Leases: a task that one process at a time does for all, claimed by updating a row."""

import os
import secrets
import socket

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.play.disk import do_not_wait_for_the_disk
from games.play.models import Lease


def new_holder() -> str:
    """A name for one who claims or holds: machine, process, and a number of its own."""
    return f"{socket.gethostname()[:12]}-{os.getpid()}-{secrets.token_hex(3)}"


def hold(name: str, holder: str, now: int, for_ms: int) -> bool:
    """Take or keep a lease until `now + for_ms` (ms since 1970 UTC); whether it is the holder's."""
    do_not_wait_for_the_disk()
    rows = Lease.objects.filter(name=name)
    if rows.filter(Q(holder=holder) | Q(until_ms__lt=now)).update(
        holder=holder, until_ms=now + for_ms
    ):
        return True
    if rows.exists():
        return False
    try:
        with transaction.atomic():
            Lease.objects.create(name=name, holder=holder, until_ms=now + for_ms)
    except IntegrityError:  # another was as quick
        return False
    return True


def let_go(name: str, holder: str) -> None:
    """Give a lease back: another may take it at once."""
    Lease.objects.filter(name=name, holder=holder).update(until_ms=0)
