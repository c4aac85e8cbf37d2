"""Serves the workflows with Django: MENDED=csrf python3 django_server.py. Prints its address."""

import json
import re
import threading
import uuid

from django.http import JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django_project import configure, serve
from workflows import MENDED, change, find_owner, flows, read_args, read_float, refuse_constant, run_and_count

configure(__name__)


def refuse(status, message):
    return JsonResponse({"message": message}, status=status)


def read_json(text):
    if "json" not in MENDED:
        return json.loads(text)
    return json.loads(text.decode("utf-8"), parse_constant=refuse_constant, parse_float=read_float)


@require_POST
def run(request, flow_id):
    match = re.fullmatch(r"(?i:bearer) (\S+)", request.headers.get("Authorization", ""))
    owner = find_owner(match and match[1])
    if owner is None:
        return refuse(401, "Unknown key")
    flow = flows.get(flow_id)
    if flow is None or not flow.published or flow.archived:
        return refuse(404, "Unknown workflow")
    if owner != flow_id:
        return refuse(403, "No access")
    try:
        body = read_json(request.body)
        args = read_args(body, flow)
    except ValueError as error:
        return refuse(400, str(error))
    if body.get("mode") == "async":
        threading.Thread(target=run_and_count, args=(flow, args), daemon=True).start()
        return JsonResponse({"runId": str(uuid.uuid4())}, status=202)
    return JsonResponse(run_and_count(flow, args))


@csrf_exempt
def admin(request, hook, flow_id):
    return JsonResponse(change(hook, flow_id))


urlpatterns = [
    path("api/v2/external/flows/<flow_id>/published-run", csrf_exempt(run) if "csrf" in MENDED else run),
    path("admin/<hook>/<flow_id>", admin),
]


if __name__ == "__main__":
    serve()
