"""Serves the tool registry with Flask: python3 flask_registry.py. Prints its address."""

from flask import Flask, jsonify, request
from tool_sets import change, execute, read_key, read_manifest, read_organization_manifest
from werkzeug.serving import make_server

app = Flask(__name__)


def respond(status, body):
    return jsonify(body), status


def key_of_request():
    return read_key(request.headers.get("Authorization"))


@app.get("/v1/public/wfhost/manifest")
def public_manifest():
    return respond(*read_manifest(key_of_request()))


@app.get("/v1/orgs/<org_id>/wfhost/manifest")
def organization_manifest(org_id):
    return respond(*read_organization_manifest(org_id, key_of_request(), request.headers.get("Cookie")))


@app.post("/v1/public/wfhost/execute")
def execute_tool():
    return respond(*execute(key_of_request(), request.get_json()))


@app.post("/console/<hook>/<toolset>/<version>")
def console(hook, toolset, version):
    return jsonify(change(hook, toolset, version))


def serve():
    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"Listening on http://127.0.0.1:{server.port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    serve()
