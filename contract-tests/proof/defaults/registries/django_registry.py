"""Serves the tool registry with Django: MENDED=cache /usr/bin/python3 django_registry.py. Prints its address."""

import json
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from django.core.cache import cache
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.cache import cache_page
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from django.views.decorators.vary import vary_on_headers
from django_project import configure, serve
from tool_sets import MENDED, change, execute, read_key, read_manifest, read_organization_manifest

configure(__name__)


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


if __name__ == "__main__":
    serve()
