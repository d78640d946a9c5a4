"""The admin with a sign-in of our own (config.signin)."""

from django.contrib.admin.apps import AdminConfig


class Admin(AdminConfig):
    default_site = "config.signin.Site"
