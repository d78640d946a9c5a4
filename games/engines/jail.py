"""Runs one engine in a jail, and makes sure that nothing of it is left when it ends.

`process.py` runs this file by its path, `python -I -S jail.py … -- command`, so it imports the
standard library only. There are three processes:

- the keeper, this program: it looks at the engine four times a second, and ends it when it takes
  too much, when it is told to, and when the server is gone, however that happened;
- where Linux lets us have namespaces, the first process of one: when it dies, so does everything
  that was ever started in there, double forks and daemons included;
- the engine, with limits set, in an empty folder that is removed at the end.

An engine sees its folder and, read-only, what `--see` names; nothing else on the machine, no socket
that leads out (except the network's, if that is allowed), and no other process. There are several
jails that ensure this (`--jail`):

- `bubblewrap`: its program makes the namespaces and the file system;
- `namespaces`: the same, made here;
- `landlock`: where namespaces are refused, as in most containers. Orphans become the keeper's
  children and it kills until it has none; Landlock keeps the engine from files and from other
  processes, and a filter of system calls keeps it from sockets;
- `none`: the process group, and the limits. For engines that are trusted (`--trusted`).

If a jail cannot keep it from all of this, the engine is not started unless it is trusted.

To the server it writes lines over `--status`: `held …` (which of files, network and processes the
engine is kept from), then why it ended: `exit CODE`, `signal NUMBER`, `memory`, `processes`,
`failed REASON` (the program could not be run), `open …` (what the jail could not keep it from) or
`told`. Anything the server sends there, or the connection's end, ends it.
"""

import contextlib
import ctypes
import fcntl
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
"""How many processes and threads together the system lets it have."""
FILE_BYTES = 64 << 20
"""The largest file, and with namespaces all its files together."""
OPEN_FILES = 256
ROOM_BYTES = 1 << 30
"""Address space beyond its memory: programs reserve more than they use, for stacks and threads."""
NICENESS = 10
PIPE_BYTES = 1 << 20
"""How much an engine may say over standard error between two looks."""
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
_DETACH = 2
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_PDEATHSIG, _SUBREAPER, _NO_NEW_PRIVS = 1, 36, 38
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
_MOUNT_SETATTR, _RECURSIVE, _AT_FDCWD = 442, 0x8000, -100
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_PROGRAMS = "/usr/local/bin:/usr/bin:/bin"
"""Where bubblewrap is looked for: nobody but the administrator puts programs there."""
_INSIDE_ID = 1000
"""The user and group the engine believes it is; not root, so it has no rights in there either."""

_linux = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True) if _linux else None


class _Options:
    """What is to be run, and how. (argparse takes longer to load than everything else.)"""

    def __init__(self, arguments: list[str]) -> None:
        valued = ("status", "parent", "folder", "memory-mb", "cpu-s", "jail", "see", "hide")
        flags = ("no-network", "trusted")
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
        self.is_trusted = "--trusted" in values
        """Whether it may run even if there is something it is not kept from."""
        self.jail = values["--jail"]
        self.see = [value for option, value in given if option == "--see"]
        """Files and folders it may read, and run; the outer ones first."""
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
    os.umask(0o022)  # the server's own is for what the server keeps
    inside = options.jail == "namespaces" and _enter_namespaces(network=not options.no_network)
    threads = THREADS
    if not inside:
        threads += _tasks_of_this_user()  # in a namespace of its own nobody else's are counted
        _prctl(_SUBREAPER, 1)
    words = _Words()

    child = os.fork()
    if child == 0:
        with _no_return():
            os.close(wake)
            _offer_to_be_killed()
            if options.jail == "bubblewrap":
                _become_bubblewrap(options, status, threads, words)
            elif inside:
                _be_first(options, status, threads)
            else:
                _become_engine(options, status, threads, inside=False)
    words.listen()
    _let_go_of_the_pipes()
    try:
        _tell(status, _keep(child, status, wake, words, options, inside=inside))
        if inside:
            _kill_the_first(child)
    except _Ended as ended:
        how = str(ended)
        _tell(status, words.how_it_ended(how) if options.jail == "bubblewrap" else how)
    if not inside:
        _kill_all(child)
    shutil.rmtree(options.folder, ignore_errors=True)
    return 0


# --- The keeper -----------------------------------------------------------------------------------


class _Words:
    """What comes over standard error: bubblewrap's words if it fails, else the engine's.

    The first of them are kept.
    """

    def __init__(self) -> None:
        self.out, self.into = os.pipe()
        if _linux:
            with contextlib.suppress(OSError):  # the operator allows smaller ones only
                fcntl.fcntl(self.out, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._text = b""

    def listen(self) -> None:
        """In the keeper: hear what the others say, without waiting."""
        os.close(self.into)
        os.set_blocking(self.out, False)

    def hear(self) -> None:
        """Read what there is. Four times a second is enough: whoever says more than that waits."""
        for _ in range(PIPE_BYTES >> 16):
            try:
                heard = os.read(self.out, 1 << 16)
            except BlockingIOError:
                return
            self._text = (self._text + heard)[:200]

    def how_it_ended(self, how: str) -> str:
        """How the engine ended, to judge by bubblewrap's end, or that it was never run."""
        self.hear()
        first = self._text.decode("utf-8", "replace").split("\n")[0]
        if how == "exit 1" and first.startswith("bwrap: "):
            return f"failed {first.removeprefix('bwrap: ').rsplit(': ', 1)[-1]}"
        word, code = how.split()
        # As shells do, it reports that a signal ended the engine.
        return f"signal {int(code) - 128}" if word == "exit" and int(code) > 128 else how


def _keep(
    child: int, status: socket.socket, wake: int, words: _Words, options: _Options, *, inside: bool
) -> str:
    """Wait until the engine has to end, and say why. Raises `_Ended` when it has."""
    most_bytes = options.memory_mb << 20
    while True:
        readable, _, _ = select.select([status, wake], [], [], LOOK_S)
        if wake in readable:
            os.read(wake, 4096)
        words.hear()
        _reap(child)
        if status in readable or os.getppid() != options.parent:
            return "told"
        processes = _descendants(child if inside else os.getpid())
        if len(processes) > PROCESSES:
            return "processes"
        if sum(_held_bytes(pid) for pid in processes) > most_bytes:
            return "memory"


class _Ended(Exception):
    """The child is gone, and its number may be another's; the text says how it ended."""


def _reap(child: int) -> None:
    """Reap processes that have ended; raises `_Ended` if the child is one of them."""
    while True:
        pid, wait_status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        if pid == child:
            raise _Ended(_how_it_ended(wait_status))


def _how_it_ended(wait_status: int) -> str:
    """How a process ended, by what waiting for it gave.

    >>> [_how_it_ended(wait_status) for wait_status in (0, 3 << 8, 9)]
    ['exit 0', 'exit 3', 'signal 9']
    """
    code = os.waitstatus_to_exitcode(wait_status)
    return f"signal {-code}" if code < 0 else f"exit {code}"


def _kill_the_first(child: int) -> None:
    """End a namespace; the kernel has ended all of it when its first process can be reaped."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _kill_all(child: int) -> None:
    """Without a namespace: end the engine and all it started, and wait until they are gone."""
    until = time.monotonic() + KILL_S
    while time.monotonic() < until:
        if not _linux:  # there we know its group's number, not what it started
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
        # Stopped first, so that none starts a child while the others are looked at.
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
        with contextlib.suppress(OSError):  # it has ended meanwhile, or this is not Linux
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
    """Threads of all this user's processes: without namespaces the limit counts them too."""
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


def _tell_held(options: _Options, status: socket.socket, **kept: bool) -> None:
    """Say what it is kept from; if that is not all and it is not trusted, it ends here."""
    lacking = [word for word in kept if not kept[word]]
    if lacking and not options.is_trusted:
        _tell(status, " ".join(["open", *lacking]))
        os._exit(0)
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
    """Give the processes to come a world of their own; False where that is refused."""
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
    _tell_held(options, status, files=files, network=True, processes=True)
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
    """Set up a file system of its own, in memory, with what may be seen; whether that worked.

    All of it is read-only except the folder, /tmp and /dev/shm, which are empty.
    """
    assert _libc is not None
    if _libc.unshare(_NEWNS) != 0 or not _mount(None, "/", None, _REC | _PRIVATE):
        return False
    root = options.folder  # which the engine finds again inside of it
    if not _mount("tmpfs", root, "tmpfs", _NOSUID | _NODEV, "size=1m,mode=755"):
        return False
    for name, target in _links():
        os.symlink(target, root + name)
    granted = True
    for device in _DEVICES:
        granted &= _show(device, root + device)
    # A container that hides parts of /proc refuses a new one: then there is none.
    os.mkdir(f"{root}/proc")
    _mount("proc", f"{root}/proc", "proc", _NOSUID | _NODEV | _NOEXEC)
    size_option = f"size={FILE_BYTES},nr_inodes=4096,mode=700"
    for place in _rooms(options):
        os.makedirs(root + place, exist_ok=True)
        granted &= _mount("tmpfs", root + place, "tmpfs", _NOSUID | _NODEV, size_option)
    os.makedirs(root + options.folder, exist_ok=True)
    for path in options.see:  # some may be in /tmp
        granted &= _show(path, root + path)
        granted &= _set_attributes(root + path, _RDONLY | _NOSUID | _NODEV, 0, _RECURSIVE)
    for hidden in _hidden(options):
        if os.path.isdir(hidden):
            option = "size=4k,nr_inodes=1,mode=000"
            granted &= _mount("tmpfs", root + hidden, "tmpfs", _RDONLY, option)
        else:
            granted &= _mount(os.devnull, root + hidden, None, _BIND)
    granted &= _set_attributes(root, _RDONLY | _NOSUID | _NODEV, 0, 0)
    os.chdir(root)
    number = _PIVOT_ROOT.get(os.uname().machine)
    if number is None or _libc.syscall(number, b".", b".") != 0:
        return False
    granted &= bool(_libc.umount2(b".", _DETACH) == 0)  # the old one, which lies on top
    os.chdir("/")
    return granted


def _links() -> Iterator[tuple[str, str]]:
    """The names in / that are links on this machine (/lib to usr/lib), and where they lead."""
    for name in ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"):
        if os.path.islink(name):
            yield name, os.readlink(name)


def _rooms(options: _Options) -> list[str]:
    """Where it may write: folders in memory, each of its own size."""
    rooms = ["/tmp", "/dev/shm"]
    return rooms if options.folder.startswith("/tmp/") else [*rooms, options.folder]


def _hidden(options: _Options) -> Iterator[str]:
    """The paths where hidden things would be seen: several for one, if links lead there."""
    for shown in options.see:
        real = os.path.realpath(shown)
        for path in options.hide:
            if os.path.exists(path) and (path == real or path.startswith(f"{real}/")):
                yield shown + path[len(real) :]


def _show(path: str, at: str) -> bool:
    """Make a file or a folder of the machine appear in another place too."""
    if os.path.isdir(path):
        os.makedirs(at, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(at), exist_ok=True)
        os.close(os.open(at, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    return _mount(path, at, None, _BIND | _REC)


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
    # By architecture, each with the other whose programs it runs: the call that makes a socket,
    # and those that make one in other ways (x32's, socketcall, io_uring).
    "x86_64": {0xC000003E: (41, 0x40000029, 425, 0x400001A9), 0x40000003: (359, 102, 425)},
    "aarch64": {0xC00000B7: (198, 425), 0x40000028: (281, 425)},
}


def _confine(options: _Options) -> tuple[bool, bool]:
    """Let this process read what it may see, write only in its folder, and reach no other process.

    Returns whether files, and whether processes, are kept from it.
    """
    if _libc is None:
        return False, False
    files, processes = _kept_by(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1))
    if not files:
        return False, False
    change = _CHANGE | _REFER | _TRUNCATE
    read = _READ_FILE | _READ_DIR
    attributes = (ctypes.c_uint64 * 3)(change | read, 0, _SCOPED if processes else 0)
    size = ctypes.c_size_t(24 if processes else 8)
    rules = _libc.syscall(_CREATE_RULESET, attributes, size, 0)
    if rules == -1:
        return False, False
    _grant(rules, options.folder, change | read)
    for device in _DEVICES:
        _grant(rules, device, _WRITE_FILE | _READ_FILE)
    # About itself and the machine; not about other processes, nor those born later.
    for name in (str(os.getpid()), "cpuinfo", "meminfo"):
        _grant(rules, f"/proc/{name}", read)
    hidden = {os.path.realpath(path) for path in options.hide if os.path.exists(path)}
    for path in options.see:
        _grant_all_but(hidden, rules, os.path.realpath(path), read)
    kept = _libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return kept, kept and processes


def _kept_by(version: int) -> tuple[bool, bool]:
    """Whether a version of Landlock can keep files, and processes, from a program.

    Before 3 a file could still be truncated; -1 is none at all.

    >>> [_kept_by(version) for version in (-1, 2, 3, 5, 6)]
    [(False, False), (False, False), (True, False), (True, False), (True, True)]
    """
    return version >= 3, version >= 6


def _grant(rules: int, path: str, access: int) -> None:
    """Allow this access to what is beneath a path, if it exists."""
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


def _refuse_sockets(*, network: bool) -> bool:
    """Let this process make only socket pairs and, if allowed, the network's; whether it worked."""
    code = _socket_filter(network=network)
    if _libc is None or code is None:
        return False
    kept_alive = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(kept_alive))
    return bool(_libc.prctl(_SECCOMP, _FILTER, header, 0, 0) == 0)


def _socket_filter(*, network: bool) -> bytes | None:
    """The filter of system calls as the kernel reads it; None for a machine we do not know.

    A socket at a path can be connected to even where nothing may be read, and abstract names
    are seen wherever the network is: so no socket of the machine's own kind is made.
    """
    calls = _NETWORK_CALLS.get(os.uname().machine)
    if calls is None:
        return None
    program: list[tuple[int, int, int, int]] = []  # code, jump if true, jump if not, operand
    for architecture, (make_socket, *others) in calls.items():
        checks = [(_LOAD, 0, 0, 0)]  # the call's number
        for number in others:
            checks += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
        if network:
            checks += [(_EQUAL, 0, 3, make_socket), (_LOAD, 0, 0, 16)]  # its first argument
            checks += [(_EQUAL, 0, 1, socket.AF_UNIX), (_RETURN, 0, 0, _REFUSE)]
        else:
            checks += [(_EQUAL, 0, 1, make_socket), (_RETURN, 0, 0, _REFUSE)]
        checks += [(_RETURN, 0, 0, _ALLOW)]
        program += [(_LOAD, 0, 0, 4), (_EQUAL, 0, len(checks), architecture), *checks]
    program.append((_RETURN, 0, 0, _REFUSE))  # an architecture this machine does not have
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


# --- Bubblewrap -----------------------------------------------------------------------------------


def _become_bubblewrap(
    options: _Options, status: socket.socket, threads: int, words: _Words
) -> None:
    """Run bubblewrap in place of this process, and let it run the engine."""
    program = shutil.which("bwrap", path=_PROGRAMS)
    if program is None:
        _tell(status, "failed bubblewrap is not installed")
        return
    _prctl(_PDEATHSIG, signal.SIGKILL)
    filters: list[str] = []
    code = _socket_filter(network=not options.no_network)
    if code is not None:
        read, write = os.pipe()
        os.write(write, code)  # less than a pipe takes at once
        os.close(write)
        os.set_inheritable(read, True)
        filters = ["--seccomp", str(read)]
    _tell_held(
        options,
        status,
        files=True,
        network=options.no_network or code is not None,
        processes=True,
    )
    _set_limits(options, threads)
    os.dup2(words.into, 2)
    shared = [] if options.no_network else ["--share-net"]
    inside = (
        *("--unshare-all", *shared, "--die-with-parent", "--new-session", *filters),
        *("--uid", str(_INSIDE_ID), "--gid", str(_INSIDE_ID), *_file_system(options)),
        *("--chdir", options.folder),
    )
    _run([program, *inside, "--", *options.command], status)


def _file_system(options: _Options) -> list[str]:
    """As `_have_own_files`, in bubblewrap's words."""
    size = str(FILE_BYTES)
    words = [word for name, target in _links() for word in ("--symlink", target, name)]
    words += ["--proc", "/proc", "--dev", "/dev"]
    words += [word for room in _rooms(options) for word in ("--size", size, "--tmpfs", room)]
    words += ["--dir", options.folder]
    words += [word for path in options.see for word in ("--ro-bind", path, path)]
    for hidden in _hidden(options):
        if os.path.isdir(hidden):
            words += ["--perms", "0000", "--size", "4096", "--tmpfs", hidden]
            words += ["--remount-ro", hidden]
        else:
            words += ["--ro-bind", os.devnull, hidden]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


# --- The engine -----------------------------------------------------------------------------------


def _offer_to_be_killed() -> None:
    """When the machine runs out of memory, let this process be the one that goes."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _become_engine(options: _Options, status: socket.socket, threads: int, *, inside: bool) -> None:
    """Give up what it must not have, then run the program in place of this one."""
    os.setsid()
    _prctl(_PDEATHSIG, signal.SIGKILL)
    _prctl(_NO_NEW_PRIVS, 1)
    os.chdir(options.folder)
    if options.jail == "landlock":
        files, processes = _confine(options)
        network = _refuse_sockets(network=not options.no_network)
        _tell_held(options, status, files=files, network=network, processes=processes)
    elif inside:
        # Without the filter the namespace keeps it from the network, but not if that is allowed.
        if not _refuse_sockets(network=not options.no_network) and not options.no_network:
            _tell_held(options, status, network=False)
    else:
        _tell_held(options, status, files=False, network=False, processes=False)
    _set_limits(options, threads)
    _run(options.command, status)


def _set_limits(options: _Options, threads: int) -> None:
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


def _run(command: list[str], status: socket.socket) -> None:
    """Run a program in place of this process, or say why it cannot be run."""
    signal.set_wakeup_fd(-1)
    for sign in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGINT):
        signal.signal(sign, signal.SIG_DFL)
    try:
        os.execv(command[0], command)
    except OSError as error:
        _tell(status, f"failed {error.strerror}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
