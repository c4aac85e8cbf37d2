"""The workflows of the servers in Python, which know none of the frameworks."""

import math
import os
import time
import uuid

MENDED = os.environ.get("MENDED", "").split(",")
TYPES = {"string": str, "number": (int, float), "boolean": bool, "object": dict, "array": list}


def success(result, steps=None):
    return {"status": "success", "result": result, "stepOutputs": steps or {}}


def failing(_args):
    error = {"name": "RangeError", "value": "Declined"}
    steps = {"look-up": {"status": "success", "result": 1}, "charge": {"status": "failed", "error": error}}
    return {"status": "failed", "error": {**error, "traceback": "RangeError: Declined"}, "stepOutputs": steps}


def slow(_args):
    time.sleep(0.4)
    return success("worth the wait")


def falsy(result):
    return lambda _args: success(result, {"compute": {"status": "success", "result": result}})


class Flow:
    def __init__(self, run, types=None, required=(), published=True, archived=False):
        self.run, self.types, self.required = run, types or {}, required
        self.published, self.archived, self.name, self.key = published, archived, None, None


class MemoryRuns:
    """Keeps runs in memory, and changes no value."""

    def __init__(self):
        self.runs = {}

    def start(self, run_id, flow_id, args):
        self.runs[run_id] = {"flow_id": flow_id, "args": args, "status": "running"}

    def end(self, run_id, outcome):
        self.runs[run_id].update(outcome)

    def read(self, run_id):
        return self.runs[run_id]

    def count_succeeded(self, flow_id):
        return sum(run["flow_id"] == flow_id and run["status"] == "success" for run in list(self.runs.values()))


# A server with an ORM sets another one.
runs = MemoryRuns()


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
    flow.name, flow.key = name, f"key-{name}" if flow.published else None


def refuse_constant(constant):
    raise ValueError(f"{constant} is not JSON")


def read_float(text):
    """Refuses a number that is too large for a float, which would become infinity."""
    if math.isinf(float(text)):
        raise ValueError(f"{text} is too large")
    return float(text)


def find_owner(key):
    """Returns the workflow to which a key belongs."""
    return next((name for name, flow in flows.items() if key and flow.key == key), None)


def read_args(body, flow):
    """Returns the arguments. Raises a ValueError that explains what is wrong."""
    if not isinstance(body, dict):
        raise ValueError("The body is not an object")
    if "mode" in body and body["mode"] not in ("sync", "async"):
        raise ValueError("mode is neither sync nor async")
    if not isinstance(body.get("args"), list):
        raise ValueError("args is not an array")
    args = {}
    for argument in body["args"]:
        if not isinstance(argument, dict) or not isinstance(argument.get("name"), str):
            raise ValueError("An argument has no name")
        name, value = argument["name"], argument.get("value")
        if name not in flow.types:
            raise ValueError(f"{name} is not a parameter")
        # bool is a subclass of int.
        is_bool_as_number = isinstance(value, bool) and flow.types[name] == "number"
        if not isinstance(value, TYPES[flow.types[name]]) or (is_bool_as_number and "bool" in MENDED):
            raise ValueError(f"{name} is not of type {flow.types[name]}")
        args[name] = value
    for name in flow.required:
        if name not in args:
            raise ValueError(f"{name} is missing")
    return args


def run_and_count(flow, args):
    """Runs a workflow with the arguments that are read, and returns the outcome that is read."""
    run_id = str(uuid.uuid4())
    runs.start(run_id, flow.name, args)
    runs.end(run_id, flow.run(runs.read(run_id)["args"]))
    run = runs.read(run_id)
    member = "result" if run["status"] == "success" else "error"
    return {name: run[name] for name in ("status", member, "stepOutputs")}


def change(hook, flow_id):
    """Changes a workflow as its settings do, and returns its key and the number of its successful runs."""
    flow = flows[flow_id]
    if hook == "publish":
        flow.published, flow.key = True, flow.key or f"key-{flow_id}"
    if hook == "unpublish":
        flow.published = False
    if hook == "regenerate":
        flow.key = str(uuid.uuid4())
    return {"key": flow.key, "ended": runs.count_succeeded(flow_id)}
