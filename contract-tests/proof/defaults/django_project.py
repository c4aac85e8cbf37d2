"""The settings and the server of the projects with Django."""

from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from django.core.wsgi import get_wsgi_application


def configure(urlconf):
    """Sets the middleware of `django-admin startproject` that needs no database."""
    settings.configure(
        SECRET_KEY="only-for-tests",
        ROOT_URLCONF=urlconf,
        ALLOWED_HOSTS=["127.0.0.1"],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        LOGGING_CONFIG=None,
    )


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *_args):
        pass


def serve():
    """Serves the configured project on a free port, and prints its address."""
    server = make_server("127.0.0.1", 0, get_wsgi_application(), ThreadingServer, QuietHandler)
    print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
