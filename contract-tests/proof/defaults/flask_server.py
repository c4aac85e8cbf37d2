"""Serves the workflows with Flask: MENDED=json python3 flask_server.py. Prints its address."""

import os
import re
import threading
import time
import uuid

from flask import Flask, jsonify, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.serving import make_server

IS_MENDED = os.environ.get("MENDED") == "json"
SLOW_SECONDS = 0.4
TYPES = {"string": str, "number": (int, float), "boolean": bool, "object": dict, "array": list}

app = Flask(__name__)
# The order of members has no meaning, and sorting fails for names of several types.
app.json.sort_keys = False


class StrictJson(DefaultJSONProvider):
    """Refuses NaN and Infinity, and texts in UTF-16, which json.loads reads by default."""

    sort_keys = False

    def loads(self, s, **kwargs):
        def refuse(constant):
            raise ValueError(f"{constant} is not JSON")

        text = s.decode("utf-8") if isinstance(s, bytes) else s
        return super().loads(text, parse_constant=refuse, **kwargs)


if IS_MENDED:
    app.json = StrictJson(app)


def success(result, steps=None):
    return {"status": "success", "result": result, "stepOutputs": steps or {}}


def failing(_args):
    error = {"name": "RangeError", "value": "Declined"}
    steps = {"look-up": {"status": "success", "result": 1}, "charge": {"status": "failed", "error": error}}
    return {"status": "failed", "error": {**error, "traceback": "RangeError: Declined"}, "stepOutputs": steps}


def slow(_args):
    time.sleep(SLOW_SECONDS)
    return success("worth the wait")


def falsy(result):
    return lambda _args: success(result, {"compute": {"status": "success", "result": result}})


class Flow:
    def __init__(self, run, types=None, required=(), published=True, archived=False):
        self.run, self.types, self.required = run, types or {}, required
        self.published, self.archived, self.key, self.ended = published, archived, None, 0


ECHO_TYPES = {"text": "string", "count": "number", "flag": "boolean", "data": "object", "list": "array"}
flows = {
    "echo": Flow(lambda args: success(args), ECHO_TYPES),
    "typed": Flow(lambda args: success(args["subject"]), {"subject": "string", "priority": "number"}, ("subject",)),
    "second": Flow(lambda _args: success("second")),
    "other": Flow(lambda _args: success("other")),
    "failing": Flow(failing),
    "slow": Flow(slow),
    "archived": Flow(lambda _args: success(None), archived=True),
    "draft": Flow(lambda _args: success(None), published=False),
    "publishable": Flow(lambda _args: success(None), published=False),
}
for position, value in enumerate([None, 0, "", False]):
    flows[f"falsy-{position}"] = Flow(falsy(value))
for name, flow in flows.items():
    if flow.published:
        flow.key = f"key-{name}"


def refuse(status, message):
    return jsonify(message=message), status


def read_args(body, flow):
    """Returns the arguments, or a text that explains what is wrong."""
    if not isinstance(body, dict):
        return "The body is not an object"
    if "mode" in body and body["mode"] not in ("sync", "async"):
        return "mode is neither sync nor async"
    if not isinstance(body.get("args"), list):
        return "args is not an array"
    args = {}
    for argument in body["args"]:
        if not isinstance(argument, dict) or not isinstance(argument.get("name"), str):
            return "An argument has no name"
        name, value = argument["name"], argument.get("value")
        if name not in flow.types:
            return f"{name} is not a parameter"
        if not isinstance(value, TYPES[flow.types[name]]) or (isinstance(value, bool) and flow.types[name] != "boolean"):
            return f"{name} is not of type {flow.types[name]}"
        args[name] = value
    missing = [name for name in flow.required if name not in args]
    return f"{missing[0]} is missing" if missing else args


def run_and_count(flow, args):
    result = flow.run(args)
    if result["status"] == "success":
        flow.ended += 1
    return result


@app.post("/api/v2/external/flows/<flow_id>/published-run")
def run(flow_id):
    match = re.fullmatch(r"(?i:bearer) (\S+)", request.headers.get("Authorization", ""))
    key = match and match[1]
    owner = next((name for name, flow in flows.items() if key and flow.key == key), None)
    if owner is None:
        return refuse(401, "Unknown key")
    flow = flows.get(flow_id)
    if flow is None or not flow.published or flow.archived:
        return refuse(404, "Unknown workflow")
    if owner != flow_id:
        return refuse(403, "No access")
    body = request.get_json()
    args = read_args(body, flow)
    if isinstance(args, str):
        return refuse(400, args)
    if body.get("mode") == "async":
        threading.Thread(target=run_and_count, args=(flow, args), daemon=True).start()
        return jsonify(runId=str(uuid.uuid4())), 202
    return jsonify(run_and_count(flow, args))


@app.post("/admin/<hook>/<flow_id>")
def admin(hook, flow_id):
    flow = flows[flow_id]
    if hook == "publish":
        flow.published, flow.key = True, flow.key or f"key-{flow_id}"
    if hook == "unpublish":
        flow.published = False
    if hook == "regenerate":
        flow.key = str(uuid.uuid4())
    return jsonify(key=flow.key, ended=flow.ended)


server = make_server("127.0.0.1", 0, app, threaded=True)
print(f"Listening on http://127.0.0.1:{server.port}", flush=True)
server.serve_forever()
