"""The addresses of django-allauth that are in use: signing in, and each way to do it."""

from allauth.urls import build_provider_urlpatterns
from django.urls import include, path

urlpatterns = [
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
    path("sessions/", include("allauth.usersessions.urls")),
    path("3rdparty/", include("allauth.socialaccount.urls")),
    *build_provider_urlpatterns(),
]
