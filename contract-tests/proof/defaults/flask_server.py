"""Serves the workflows with Flask: MENDED=json python3 flask_server.py. Prints its address."""

import re
import threading
import uuid

from flask import Flask, jsonify, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.serving import make_server
from workflows import MENDED, change, find_owner, flows, read_args, read_float, refuse_constant, run_and_count

app = Flask(__name__)
# The order of members has no meaning, and sorting fails for names of several types.
app.json.sort_keys = False


class StrictJson(DefaultJSONProvider):
    """Refuses NaN, 1e400 and texts in UTF-16, which json.loads reads by default."""

    sort_keys = False

    def loads(self, s, **kwargs):
        text = s.decode("utf-8") if isinstance(s, bytes) else s
        return super().loads(text, parse_constant=refuse_constant, parse_float=read_float, **kwargs)


if "json" in MENDED:
    app.json = StrictJson(app)


def refuse(status, message):
    return jsonify(message=message), status


@app.post("/api/v2/external/flows/<flow_id>/published-run")
def run(flow_id):
    match = re.fullmatch(r"(?i:bearer) (\S+)", request.headers.get("Authorization", ""))
    owner = find_owner(match and match[1])
    if owner is None:
        return refuse(401, "Unknown key")
    flow = flows.get(flow_id)
    if flow is None or not flow.published or flow.archived:
        return refuse(404, "Unknown workflow")
    if owner != flow_id:
        return refuse(403, "No access")
    body = request.get_json()
    try:
        args = read_args(body, flow)
    except ValueError as error:
        return refuse(400, str(error))
    if body.get("mode") == "async":
        threading.Thread(target=run_and_count, args=(flow, args), daemon=True).start()
        return jsonify(runId=str(uuid.uuid4())), 202
    return jsonify(run_and_count(flow, args))


@app.post("/admin/<hook>/<flow_id>")
def admin(hook, flow_id):
    return jsonify(change(hook, flow_id))


def serve():
    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"Listening on http://127.0.0.1:{server.port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve()
