#!/usr/bin/env python
"""Django's command line for Inarow."""

import os
import sys

from django.core.management import execute_from_command_line

from games import private

if __name__ == "__main__":
    # What these write is for others to read: nginx, and whoever the program is installed for.
    if sys.argv[1:2] not in (["collectstatic"], ["makemigrations"], ["protocol"], ["findings"]):
        private.make_new_files_private()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    execute_from_command_line(sys.argv)
