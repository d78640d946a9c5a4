"""The figures of this process, for its operator: what Prometheus reads at `/metrics`.

The code that knows of an event counts it here. The figures are served on a port of their own, only
if INAROW_METRICS_PORT names one (docs/hosting.md names each figure).
"""

import logging

from prometheus_client import Counter, Gauge, Histogram, Info, start_http_server

import inarow

log = logging.getLogger(__name__)

_QUICK_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

Info("inarow", "Which version this process is.").info({"version": inarow.__version__})

# --- Games ---------------------------------------------------------------------------------------

moves = Counter("inarow_moves", "Moves that were kept.")
batch_size = Histogram(
    "inarow_batch_size",
    "Changes of games written in one transaction.",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
)
batch_seconds = Histogram(
    "inarow_batch_seconds",
    "How long a transaction took, the wait for the disk included.",
    buckets=_QUICK_S,
)
batches_not_kept = Counter(
    "inarow_batches_not_kept", "Transactions that failed, or whose answer was lost on its way."
)
moves_lost = Counter(
    "inarow_moves_lost", "How often the database held less than had been told. Must read 0."
)
moves_doubled = Counter(
    "inarow_moves_doubled", "How often one ply, square or command was found twice. Must read 0."
)
flags = Counter("inarow_flags", "Games that ended because a side's time was up.")
seconds_credited = Counter(
    "inarow_seconds_credited", "Time given back to clocks that ran in downtimes."
)
games_followed = Gauge("inarow_games_followed", "Games that this process holds at the moment.")
tasks = Gauge("inarow_tasks", "Tasks of the event loop that have not ended.")
messages_encoded = Counter("inarow_messages_encoded", "Messages encoded, each for all who watch.")

chat_lines = Counter("inarow_chat_lines", "Lines that were said beside games, and kept.")

notices = Counter(
    "inarow_notices",
    "Notices to browsers and letters, by what became of them: sent, tried, given_up, gone, seen.",
    ["channel", "fate"],
)

# --- Sockets -------------------------------------------------------------------------------------

sockets = Gauge("inarow_sockets", "Sockets open, by what they are.", ["role"])
players = sockets.labels("player")
spectators = sockets.labels("spectator")
lobbies = sockets.labels("lobby")
refusals = Counter("inarow_refusals", "Frames that were refused, by the refusal's code.", ["code"])
waits = Counter("inarow_waits", "Requests that were told to wait, by the limit's name.", ["limit"])
resyncs = Counter("inarow_resyncs", "Snapshots that a client asked for, having missed something.")

# --- Bots ----------------------------------------------------------------------------------------

bots_waiting = Gauge(
    "inarow_bots_waiting",
    "Games, of all servers, whose bot waits to be seen to; 200 stands for 200 and more.",
)
bot_wait_seconds = Histogram(
    "inarow_bot_wait_seconds", "From a bot's turn until it begins to think.", buckets=_QUICK_S
)
bot_think_seconds = Histogram(
    "inarow_bot_think_seconds", "How long a bot thought of its move.", ["level"], buckets=_QUICK_S
)
thinkers_failed = Counter(
    "inarow_thinkers_failed", "Searches given up: a thinker died, or took too long, or none came."
)


def serve(host: str, port: int) -> None:
    """Show the figures at `http://host:port/metrics`, from a thread; nowhere if the port is 0.

    A port that is taken is logged, not raised: games matter more than their figures.
    """
    if not port:
        return
    try:
        start_http_server(port, host)
    except OSError as error:
        log.warning("metrics_not_served host=%s port=%d error=%r", host, port, str(error))
    else:
        log.info("metrics_served url=%s", f"http://{host}:{port}/metrics")
