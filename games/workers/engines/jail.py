"""Runs one engine in a jail, and sees to it that nothing of it is left when it ends.

`process.py` runs this file by its path, `python -I -S jail.py … -- command`, so it imports the
standard library only. Three processes come about:

- the keeper, this program: it looks at the engine four times a second, and ends it when it takes
  too much, when it is told to, and when the server is gone, however that came to pass;
- where Linux lets us have namespaces, the first process of one: when it dies, so does everything
  that was ever started in there, double forks and daemons included;
- the engine, with limits set, in an empty folder that is removed at the end.

Where namespaces are refused (in most containers), orphans become the keeper's children and it kills
until it has none; Landlock keeps the engine from writing files, from hidden ones and from other
processes, and a filter of system calls from the network. Elsewhere (a Mac) there is the process
group, and the limits.

To the server it writes lines over `--status`: `held …` (from which of files, network and processes
the engine is kept), then why it ended: `exit CODE`, `signal NUMBER`, `memory`, `processes`,
`failed REASON` (the program could not be run) or `told`. Anything read from there, or the
connection's end, ends it.
"""

import contextlib
import ctypes
import getopt
import os
import resource
import select
import shutil
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator

LOOK_S = 0.25
"""How long the keeper sleeps between two looks."""
PROCESSES = 64
"""Processes an engine may have."""
THREADS = 256
"""Processes and threads together that the system lets it have."""
FILE_BYTES = 64 << 20
"""The largest file, and with namespaces all its files together."""
OPEN_FILES = 256
ROOM_BYTES = 1 << 30
"""Address space beyond its memory: programs reserve more than they use, for stacks and threads."""
NICENESS = 10
KILL_S = 10.0
"""Without namespaces: how long the keeper goes on killing what is born meanwhile."""

# What Linux calls things (sched.h, prctl.h, mount.h, and the one system call glibc lacks).
_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
_PDEATHSIG, _SUBREAPER, _NO_NEW_PRIVS = 1, 36, 38
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
_MOUNT_SETATTR, _RECURSIVE, _AT_FDCWD = 442, 0x8000, -100
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_INSIDE_ID = 1000
"""The user and group the engine believes to be; no root, so it has no rights in there either."""

_linux = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True) if _linux else None


class _Options:
    """What is to be run, and how. (argparse takes longer to load than all else.)"""

    def __init__(self, arguments: list[str]) -> None:
        valued = ("status", "parent", "folder", "memory-mb", "cpu-s", "hide")
        flags = ("no-network", "no-namespaces")
        given, self.command = getopt.getopt(arguments, "", [*(f"{v}=" for v in valued), *flags])
        values = dict(given)
        self.status = int(values["--status"])
        """The descriptor of a socket to the server."""
        self.parent = int(values["--parent"])
        """The process to end with."""
        self.folder = values["--folder"]
        """Empty; removed at the end."""
        self.memory_mb = int(values["--memory-mb"])
        self.cpu_s = int(values["--cpu-s"])
        self.no_network = "--no-network" in values
        self.no_namespaces = "--no-namespaces" in values
        """As if they were refused."""
        self.hide = [value for option, value in given if option == "--hide"]


def main(arguments: list[str]) -> int:
    """Run the engine until it ends or has to. Returns the exit status."""
    options = _Options(arguments)
    status = socket.socket(fileno=options.status)
    status.set_inheritable(False)
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    inside = not options.no_namespaces and _enter_namespaces(network=not options.no_network)
    threads = THREADS
    if not inside:
        threads += _tasks_of_this_user()  # in a namespace of its own nobody else's are counted
        _prctl(_SUBREAPER, 1)

    child = os.fork()
    if child == 0:
        with _no_return():
            os.close(wake)
            _offer_to_be_killed()
            if inside:
                _be_first(options, status, threads)
            else:
                _become_engine(options, status, threads, inside=False)
    _let_go_of_the_pipes()
    try:
        _tell(status, _keep(child, status, wake, options, inside=inside))
        if inside:
            _kill_the_first(child)
    except _Ended as ended:
        _tell(status, str(ended))
    if not inside:
        _kill_all(child)
    shutil.rmtree(options.folder, ignore_errors=True)
    return 0


# --- The keeper -----------------------------------------------------------------------------------


def _keep(child: int, status: socket.socket, wake: int, options: _Options, *, inside: bool) -> str:
    """Wait until the engine has to end, and say why. Raises `_Ended` when it has."""
    most_bytes = options.memory_mb << 20
    while True:
        readable, _, _ = select.select([status, wake], [], [], LOOK_S)
        if wake in readable:
            os.read(wake, 4096)
        _reap(child)
        if status in readable or os.getppid() != options.parent:
            return "told"
        processes = _descendants(child if inside else os.getpid())
        if len(processes) > PROCESSES:
            return "processes"
        if sum(_held_bytes(pid) for pid in processes) > most_bytes:
            return "memory"


class _Ended(Exception):
    """The child is no more, and its number may be another's; the text says how it ended."""


def _reap(child: int) -> None:
    """Take leave of processes that have ended; raises `_Ended` if the child is one of them."""
    while True:
        pid, wait_status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        if pid == child:
            raise _Ended(_how_it_ended(wait_status))


def _how_it_ended(wait_status: int) -> str:
    code = os.waitstatus_to_exitcode(wait_status)
    return f"signal {-code}" if code < 0 else f"exit {code}"


def _kill_the_first(child: int) -> None:
    """End a namespace; the kernel has ended all in it when its first process can be reaped."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _kill_all(child: int) -> None:
    """Without a namespace: end the engine and all that came of it, and wait until they are gone."""
    until = time.monotonic() + KILL_S
    while time.monotonic() < until:
        if not _linux:  # there we do not know what came of it, but its group's number
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
        # Stopped first, so that none has a child while the others are looked at.
        for sign in (signal.SIGSTOP, signal.SIGKILL):
            for pid in _descendants(os.getpid()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, sign)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return  # none left, so nothing is
        time.sleep(0.005)


def _descendants(ancestor: int) -> list[int]:
    """Its children, theirs, and so on, as far as the system tells."""
    found: list[int] = []
    todo = [ancestor]
    while todo:
        parent = todo.pop()
        with contextlib.suppress(OSError):  # it has ended meanwhile, or this is no Linux
            for task in os.listdir(f"/proc/{parent}/task"):
                with open(f"/proc/{parent}/task/{task}/children") as file:
                    children = [int(pid) for pid in file.read().split()]
                found += children
                todo += children
    return found


def _held_bytes(pid: int) -> int:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
    return 0


def _tasks_of_this_user() -> int:
    """Threads of all processes of this user: without namespaces the limit counts them too."""
    tasks = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if entry.stat().st_uid == os.getuid():
                        tasks += len(os.listdir(f"{entry.path}/task"))
    return tasks


def _let_go_of_the_pipes() -> None:
    """Leave standard input and output to the engine: they close when it closes them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _tell(status: socket.socket, line: str) -> None:
    with contextlib.suppress(OSError):
        status.sendall(line.encode("ascii", "replace") + b"\n")


def _tell_held(status: socket.socket, **kept: bool) -> None:
    _tell(status, " ".join(["held", *(word for word in kept if kept[word])]))


@contextlib.contextmanager
def _no_return() -> Iterator[None]:
    """A forked process ends here, whatever happens in it."""
    try:
        yield
    finally:
        os._exit(127)


# --- Namespaces -----------------------------------------------------------------------------------


def _enter_namespaces(*, network: bool) -> bool:
    """Let the processes to come have a world of their own; false where that is refused."""
    if _libc is None:
        return False
    user, group = os.getuid(), os.getgid()
    flags = _NEWUSER | _NEWPID | _NEWIPC | (0 if network else _NEWNET)
    if _libc.unshare(flags) != 0:
        return False
    for file, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{_INSIDE_ID} {user} 1"),
        ("gid_map", f"{_INSIDE_ID} {group} 1"),
    ):
        with contextlib.suppress(OSError), open(f"/proc/self/{file}", "w") as map_file:
            map_file.write(text)
    return True


def _be_first(options: _Options, status: socket.socket, threads: int) -> None:
    """The first process of the namespace: starts the engine, and ends with it."""
    _prctl(_PDEATHSIG, signal.SIGKILL)
    files = _have_own_files(options)
    _tell_held(status, files=files, network=options.no_network, processes=True)
    engine = os.fork()
    if engine == 0:
        with _no_return():
            _become_engine(options, status, threads, inside=True)
    _let_go_of_the_pipes()
    while True:
        pid, wait_status = os.wait()
        if pid == engine:
            _tell(status, _how_it_ended(wait_status))
            os._exit(0)


def _have_own_files(options: _Options) -> bool:
    """See files but write none, except in an own folder in memory; whether that was granted."""
    assert _libc is not None
    if _libc.unshare(_NEWNS) != 0 or not _mount(None, "/", None, _REC | _PRIVATE):
        return False
    # An own view of the processes too. A container that hides parts of /proc refuses it; then the
    # others are seen, but being of another namespace they cannot be touched or looked into.
    _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)
    # Of the devices (disks among them, if the server should run as root) these are left.
    for device in _DEVICES:
        _mount(device, device, None, _BIND)
    if not _set_attributes("/", _RDONLY | _NOSUID | _NODEV, 0, _RECURSIVE):
        return False
    for device in _DEVICES:
        _set_attributes(device, 0, _NODEV, 0)
    size_option = f"size={FILE_BYTES},nr_inodes=4096,mode=700"
    granted = _mount("tmpfs", options.folder, "tmpfs", _NOSUID | _NODEV, size_option)
    if os.path.isdir("/dev/shm"):
        _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV | _NOEXEC, size_option)
    for hidden in options.hide:
        if os.path.isdir(hidden):
            granted &= _mount("tmpfs", hidden, "tmpfs", _RDONLY, "size=4k,nr_inodes=1,mode=000")
        elif os.path.exists(hidden):
            granted &= _mount(os.devnull, hidden, None, _BIND)
    return granted


def _set_attributes(path: str, attributes: int, clear: int, flags: int) -> bool:
    assert _libc is not None
    values = (ctypes.c_uint64 * 4)(attributes, clear, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(values))
    return bool(_libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, path.encode(), flags, values, size) == 0)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> bool:
    assert _libc is not None
    encoded = [text.encode() if text is not None else None for text in (source, target, kind)]
    return bool(_libc.mount(*encoded, ctypes.c_ulong(flags), data.encode()) == 0)


def _prctl(option: int, value: int) -> None:
    if _libc is not None:
        _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0)


# --- Without namespaces ---------------------------------------------------------------------------

# Landlock's and seccomp's names for things (landlock.h, filter.h, audit.h).
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_CHANGE = _WRITE_FILE | 0b1_1111_1111 << 4  # and remove and make files and folders of all kinds
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_SCOPED = 0b11  # abstract sockets, signals
_SECCOMP, _FILTER = 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # with EPERM
_NETWORK_CALLS: dict[str, dict[int, tuple[int, ...]]] = {
    # By architecture, each with the one it runs the programs of: the call that makes a socket,
    # and those that would make one in other words (x32's, socketcall, io_uring).
    "x86_64": {0xC000003E: (41, 0x40000029, 425, 0x400001A9), 0x40000003: (359, 102, 425)},
    "aarch64": {0xC00000B7: (198, 425), 0x40000028: (281, 425)},
}


def _confine(folder: str, hide: list[str]) -> tuple[bool, bool]:
    """Let this process write in its folder only, read nothing hidden and reach no other process.

    Returns whether files, and whether processes, are kept from it.
    """
    if _libc is None:
        return False, False
    abi = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if abi < 3:  # before, it could not keep a file from being cut to nothing
        return False, False
    hidden = {os.path.realpath(path) for path in hide if os.path.exists(path)}
    # The environment of a process can be read there. What is born later is not granted either.
    hidden |= {f"/proc/{name}" for name in os.listdir("/proc") if name.isdigit()}
    hidden.discard(f"/proc/{os.getpid()}")
    change = _CHANGE | _REFER | _TRUNCATE
    read = _READ_FILE | _READ_DIR
    attributes = (ctypes.c_uint64 * 3)(change | read, 0, _SCOPED if abi >= 6 else 0)
    size = ctypes.c_size_t(24 if abi >= 6 else 8)
    rules = _libc.syscall(_CREATE_RULESET, attributes, size, 0)
    if rules < 0:
        return False, False
    _grant(rules, folder, change | read)
    for device in _DEVICES:
        _grant(rules, device, _WRITE_FILE | _READ_FILE)
    hidden.add("/dev")
    _grant_all_but(hidden, rules, "/", read)
    kept = _libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return kept, kept and abi >= 6


def _grant(rules: int, path: str, access: int) -> None:
    """Allow this access to what is beneath a path, if that is there."""
    assert _libc is not None
    with contextlib.suppress(OSError):
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if not os.path.isdir(path):
            access &= _READ_FILE | _WRITE_FILE
        rule = access.to_bytes(8, sys.byteorder) + beneath.to_bytes(4, sys.byteorder)
        _libc.syscall(_ADD_RULE, rules, 1, rule, 0)
        os.close(beneath)


def _grant_all_but(hidden: set[str], rules: int, path: str, access: int) -> None:
    if path in hidden:
        return
    if not any(other.startswith(path.rstrip("/") + "/") for other in hidden):
        _grant(rules, path, access)
        return
    with contextlib.suppress(OSError):
        for entry in os.scandir(path):
            if not entry.is_symlink():  # where it leads is granted there, or is not
                _grant_all_but(hidden, rules, entry.path, access)


def _refuse_network() -> bool:
    """Let this process make sockets of the machine's own kind only; whether that was granted."""
    calls = _NETWORK_CALLS.get(os.uname().machine)
    if _libc is None or calls is None:
        return False
    program: list[tuple[int, int, int, int]] = []  # code, jump if true, jump if not, operand
    for architecture, (make_socket, *others) in calls.items():
        checks = [(_LOAD, 0, 0, 0)]  # the call's number
        for number in others:
            checks += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
        checks += [(_EQUAL, 0, 3, make_socket), (_LOAD, 0, 0, 16)]  # its first argument
        checks += [(_EQUAL, 1, 0, socket.AF_UNIX), (_RETURN, 0, 0, _REFUSE)]
        checks += [(_RETURN, 0, 0, _ALLOW)]
        program += [(_LOAD, 0, 0, 4), (_EQUAL, 0, len(checks), architecture), *checks]
    program.append((_RETURN, 0, 0, _REFUSE))  # an architecture this machine does not have
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in program)
    kept_alive = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(program), ctypes.addressof(kept_alive))
    return bool(_libc.prctl(_SECCOMP, _FILTER, header, 0, 0) == 0)


# --- The engine -----------------------------------------------------------------------------------


def _offer_to_be_killed() -> None:
    """When the machine runs out of memory, let it be this one that goes."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _become_engine(options: _Options, status: socket.socket, threads: int, *, inside: bool) -> None:
    """Give up what it is not to have, then run the program in place of this one."""
    os.setsid()
    _prctl(_PDEATHSIG, signal.SIGKILL)
    _prctl(_NO_NEW_PRIVS, 1)
    os.chdir(options.folder)
    if not inside:
        files, processes = _confine(options.folder, options.hide)
        network = options.no_network and _refuse_network()
        _tell_held(status, files=files, network=network, processes=processes)
    os.nice(NICENESS)
    for limit, value in (
        (resource.RLIMIT_AS, (options.memory_mb << 20) + ROOM_BYTES),
        (resource.RLIMIT_CPU, options.cpu_s),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_NPROC, threads),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # the operator's own limit is lower
            resource.setrlimit(limit, (value, value))
    signal.set_wakeup_fd(-1)
    for sign in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGINT):
        signal.signal(sign, signal.SIG_DFL)
    try:
        os.execv(options.command[0], options.command)
    except OSError as error:
        _tell(status, f"failed {error.strerror}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
