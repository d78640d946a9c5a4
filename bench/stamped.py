"""The server exactly as `config.serve` runs it, noting what `bench.stamping` says."""

from config import serve  # isort: skip  # chooses the loop: before anything of Twisted

from twisted.internet import reactor

from bench import stamping


def main() -> None:
    stamping.count_on_signal()
    reactor.callWhenRunning(stamping.stamp)
    serve.main()


if __name__ == "__main__":
    main()
