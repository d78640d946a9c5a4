"""The settings under test: those of the product, on a database file of their own."""

import atexit
import os
import shutil
import tempfile

from tests.live.parts import UNLIMITED

if "INAROW_DATA" not in os.environ:
    os.environ["INAROW_DATA"] = tempfile.mkdtemp(prefix="inarow-test-")
    atexit.register(shutil.rmtree, os.environ["INAROW_DATA"], ignore_errors=True)
os.environ.setdefault("INAROW_FRAMES_PER_SECOND", "1000")
# Tests ask for more in a second than a school class; tests of the limits switch them on.
os.environ.setdefault("INAROW_LIMITS", UNLIMITED["INAROW_LIMITS"])

from config.settings import *  # noqa: F403
from config.settings import (
    CACHES,
    CHANNEL_LAYERS,
    DATA_DIR,
    DATABASES,
    MIDDLEWARE,
    REDIS_URL,
    STORAGES,
)

# As a server that speaks more than English; the browser tests have one that does not.
USE_I18N = True
if "config.inloop.Language" not in MIDDLEWARE:
    MIDDLEWARE.insert(MIDDLEWARE.index("config.limiting.Limits"), "config.inloop.Language")

# A file, not memory: the hub's threads each open the database for themselves.
if "sqlite3" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    # Nor need it survive a power cut: half of the time of such a test the disk was waited for.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
else:  # a copy of the database that it is given, which is faster than to migrate an empty one
    DATABASES["default"]["TEST"] = {"TEMPLATE": DATABASES["default"]["NAME"]}
# The cache is emptied before each test. What is counted in the same Redis must not go with it: some
# of that is another worker's.
if REDIS_URL:
    _worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    CACHES["default"]["LOCATION"] = f"{REDIS_URL}/{1 + _worker}"
    # Nor does a worker hear who is at another's boards.
    CHANNEL_LAYERS["default"]["CONFIG"] = {"hosts": [REDIS_URL], "prefix": f"inarow-{_worker}"}
# Pages are tested without building the frontend; the browser tests serve the built files.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATICFILES_DIRS = []
STATIC_ROOT = DATA_DIR
SERVESTATIC_USE_STATIC_ROOT = False  # what other tests write there meanwhile is not looked through
