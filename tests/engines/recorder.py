"""A well-behaved engine that answers as scripted and shows what it was told.

`python recorder.py MARKER ANSWER…` writes each line it reads to the file `told` in its folder, and
answers START with OK and each request for a move with the next of its answers.
"""

import sys

answers = iter(sys.argv[2:])
with open("told", "w") as told:
    in_board = False
    for line in sys.stdin:
        told.write(line.rstrip("\r\n") + "\n")
        told.flush()
        command = line.split()[0]
        in_board = command == "BOARD" or (in_board and command != "DONE")
        if command in ("START", "RECTSTART"):
            sys.stdout.write("OK\r\n")
        elif command in ("BEGIN", "TURN", "DONE"):
            sys.stdout.write(next(answers) + "\r\n")
        elif command == "END":
            break
        sys.stdout.flush()
