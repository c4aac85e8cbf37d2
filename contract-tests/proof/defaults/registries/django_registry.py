"""Serves the tool registry with Django: MENDED=cache /usr/bin/python3 django_registry.py. Prints its address."""

import json
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers
from tool_sets import MENDED, change, execute, read_key, read_manifest, read_organization_manifest

# The middleware of `django-admin startproject` that needs no database.
settings.configure(
    SECRET_KEY="only-for-tests",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["127.0.0.1"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    LOGGING_CONFIG=None,
)


def respond(status, body):
    return JsonResponse(body, status=status)


def key_of(request):
    return read_key(request.headers.get("Authorization"))


@require_GET
def public_manifest(request):
    return respond(*read_manifest(key_of(request)))


@require_GET
def organization_manifest(request, org_id):
    return respond(*read_organization_manifest(org_id, key_of(request), request.headers.get("Cookie")))


@csrf_exempt
@require_POST
def execute_tool(request):
    try:
        payload = json.loads(request.body)
    except ValueError as error:
        return respond(400, {"message": str(error)})
    return respond(*execute(key_of(request), payload))


@csrf_exempt
def console(_request, hook, toolset, version):
    result = change(hook, toolset, version)
    if "cache" in MENDED:
        cache.clear()
    return JsonResponse(result)


def keep(view):
    """Keeps responses for a minute, by their URL."""
    if "cache" in MENDED:
        view = vary_on_headers("Authorization")(view)
    return cache_page(60)(view)


urlpatterns = [
    path("v1/public/wfhost/manifest", keep(public_manifest)),
    path("v1/orgs/<org_id>/wfhost/manifest", organization_manifest),
    path("v1/public/wfhost/execute", execute_tool),
    path("console/<hook>/<toolset>/<version>", console),
]


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *_args):
        pass


def serve():
    server = make_server("127.0.0.1", 0, get_wsgi_application(), ThreadingServer, QuietHandler)
    print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve()
