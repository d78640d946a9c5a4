#!/usr/bin/env python
"""Django's command line for Inarow."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

from games import private

if __name__ == "__main__":
    # What these write is for others to read: nginx, and whoever the program is installed for.
    if sys.argv[1:2] not in (["collectstatic"], ["makemigrations"], ["protocol"], ["findings"]):
        private.make_new_files_private()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # What Django loads and `migrate` models stays to the end of a command: looking through it for
    # cycles at Python's own pace takes a quarter of the time.
    gc.set_threshold(100_000, 20, 1_000)
    execute_from_command_line(sys.argv)
