"""An engine that misbehaves: `python rogue.py MODE MARKER [DETAIL]`. Standard library only.

It plays the first free square, and goes wrong as its mode says. The marker is for finding it among
the processes. If it was not kept from something it should have been, it exits with ESCAPED.
"""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time

ESCAPED = 66

mode, _, *details = sys.argv[1:]
# What it seeks is given backwards: an engine may read the files that its arguments name.
detail = details[0] if details else ""
sought = detail[::-1]
width = height = 0
taken: set[tuple[int, int]] = set()
asked = 0
was_set_up = False


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def flood(text: str) -> None:
    while True:
        sys.stdout.write(text)


def escaped_unless(kept: bool) -> None:
    if not kept:
        os._exit(ESCAPED)


def first_free() -> tuple[int, int]:
    return next((x, y) for y in range(height) for x in range(width) if (x, y) not in taken)


def linger(*, as_daemon: bool) -> None:
    """Children that stay, deaf to polite signals."""
    if os.fork() == 0:
        if as_daemon:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
            os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        hang()


def misbehave() -> None:
    """What goes wrong when a move is asked for, before the answer, if any."""
    match mode:
        case "silent":
            hang()
        case "garbage":
            say("frobnicate 7")
            say("ERROR I do not feel like it")
            hang()
        case "much-garbage":
            for _ in range(50):
                say("what?")
            hang()
        case "taken":
            say("{},{}".format(*min(taken, default=(0, 0))))
            hang()
        case "off-board":
            say(f"{width},0")
            hang()
        case "below-board":
            say(f"0,{height}")
            hang()
        case "talkative":
            strays, lines, longest = map(int, detail.split(","))
            say("x" * longest)
            for _ in range(strays - 1):
                say("what?")
            sys.stdout.write("MESSAGE thinking\n" * (lines - strays - 1))
        case "shout":
            sys.stderr.write("x" * (4 << 20))
        case "swap":
            say("SWAP")
            hang()
        case "flood":
            flood("x" * 1000)
        case "flood-lines":
            flood("MESSAGE thinking\n" * 100)
        case "exit-once" if asked == 2 and not was_set_up:
            sys.exit(3)
        case "exit-always":
            sys.exit(3)
        case "late-once" if asked == 2 and not was_set_up:
            hang()
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "linger":
            linger(as_daemon=False)
        case "daemon":
            linger(as_daemon=True)
        case "daemon-exit":
            linger(as_daemon=True)
            sys.exit(3)
        case "fork":
            with contextlib.suppress(OSError):
                for _ in range(200):
                    if os.fork() == 0:
                        hang()
            hang()
        case "allocate":
            try:
                stones = bytearray(10 << 30)
            except MemoryError:
                pass
            else:
                escaped_unless(len(stones) == 0)
        case "eat":
            eaten = []
            while True:
                eaten.append(b"x" * (8 << 20))
                time.sleep(0.01)
        case "eat-together":
            for _ in range(8):
                if os.fork() == 0:
                    stones = bytearray(b"x") * (30 << 20)
                    hang()
            hang()
        case "write":
            written = 0
            with contextlib.suppress(OSError), open("huge", "wb", buffering=0) as file:
                while written < 1 << 30:
                    written += file.write(b"x" * (1 << 20))
            escaped_unless(written <= 64 << 20)
        case "write-outside":
            with contextlib.suppress(OSError):
                with open(detail, "w") as file:
                    file.write("mine now")
                escaped_unless(False)
        case "connect":
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", int(detail)), timeout=5).close()
                escaped_unless(False)
        case "connect-at-path":
            with contextlib.suppress(OSError):
                socket.socket(socket.AF_UNIX).connect(sought)
                escaped_unless(False)
        case "connect-to-name":
            with contextlib.suppress(OSError):
                socket.socket(socket.AF_UNIX).connect("\0" + sought)
                escaped_unless(False)
        case "make-socket":
            with contextlib.suppress(OSError):
                socket.socket(socket.AF_UNIX).close()
                escaped_unless(False)
        case "list":
            for folder in sought.split(":"):
                with contextlib.suppress(OSError):
                    escaped_unless(os.listdir(folder) == [])
        case "find":
            escaped_unless(not os.path.exists(sought))
        case "others":
            with contextlib.suppress(OSError):
                for name in filter(str.isdigit, os.listdir("/proc")):
                    with contextlib.suppress(OSError), open(f"/proc/{name}/cmdline", "rb") as file:
                        escaped_unless(sought.encode() not in file.read())
        case "own-room":
            for place in (os.getcwd(), os.environ["HOME"], os.environ["TMPDIR"]):
                with open(os.path.join(place, "note"), "w") as file:
                    file.write("mine")
        case "read":
            with contextlib.suppress(OSError), open(detail) as file:
                escaped_unless("secret" not in file.read())
        case "seek":
            with contextlib.suppress(OSError), open(sought) as file:
                escaped_unless(file.read() == "")
        case "open-files":
            escaped_unless(len(os.listdir("/proc/self/fd")) <= 4)  # its three, and the folder
        case "environment":
            escaped_unless(detail not in "".join(os.environ.values()))
        case "spy":
            with contextlib.suppress(OSError), open(f"/proc/{detail}/environ") as file:
                escaped_unless("swordfish" not in file.read())
        case "signal":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(detail), 0)
                escaped_unless(False)
        case "look-around":
            escaped_unless(os.listdir(".") == [] and os.getpid() < 10)
            for nested in ("unshare -rm umount .", "mount -t tmpfs none ."):
                escaped_unless(subprocess.call(nested.split(), stderr=-3) != 0)
        case "keep-rights":
            get_no_new_privs = 39
            escaped_unless(ctypes.CDLL(None).prctl(get_no_new_privs, 0, 0, 0, 0) == 1)
        case "noisy":
            say("")
            say("Welcome to the noisy engine")
            say("MESSAGE depth 1")
            say("DEBUG score 0,0")
            say("UNKNOWN command INFO")
            say("ERROR Unknown command: TIME_LEFT")
            say("OK")


def answer() -> None:
    global asked
    asked += 1
    misbehave()
    x, y = first_free()
    if mode == "suggest":
        say(f"SUGGEST {x},{y}")
        return
    taken.add((x, y))
    say(f"{x},{y}")
    if mode == "twice":
        say("{},{}".format(*first_free()))
    if mode == "flood-after":
        flood("MESSAGE still thinking\n" * 100)
    if mode == "exit-after" and not was_set_up:
        sys.exit(0)


def main() -> None:
    global width, height, was_set_up
    if mode == "exit-at-start":
        sys.exit(4)
    if mode == "exit-at-first-start" and not os.path.exists(detail):
        sys.exit(4)
    if mode == "deaf":
        for sign in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(sign, signal.SIG_IGN)
    while True:
        line = sys.stdin.readline()
        command, _, rest = line.strip().partition(" ")
        numbers = [int(number) for number in rest.split(",")] if command != "INFO" and rest else []
        match command:
            case "START" if mode == "silent-at-start":
                hang()
            case "START" if mode == "refuse":
                say("ERROR \x1b[31mI do not play on boards of this size, nor on any other one")
            case "START":
                width = height = numbers[0]
                say("OK")
            case "RECTSTART":
                width, height = numbers
                say("OK - parameters are good")
            case "TURN":
                taken.add((numbers[0], numbers[1]))
                answer()
            case "PLAY":
                taken.add((numbers[0], numbers[1]))
                say(f"{numbers[0]},{numbers[1]}")
            case "BEGIN":
                answer()
            case "BOARD":
                was_set_up = True
                for stone in iter(sys.stdin.readline, ""):
                    if stone.strip() == "DONE":
                        break
                    x, y, _ = (int(number) for number in stone.split(","))
                    taken.add((x, y))
                answer()
            case "END" | "" if mode == "deaf":
                hang()
            case "END" if mode == "slow-farewell":
                time.sleep(0.5)
                with open(detail, "w") as file:
                    file.write("farewell")
                return
            case "END":
                return
            case "" if not line:
                return


if __name__ == "__main__":
    main()
