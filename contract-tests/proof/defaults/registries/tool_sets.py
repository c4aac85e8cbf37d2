"""The tool registry of the servers in Python, which knows none of the frameworks."""

import os
import re

MENDED = os.environ.get("MENDED", "").split(",")


def fail(_args, _environment):
    raise ValueError("The mailbox is full")


MAIL = {
    "send": lambda args, _environment: {"sent": args.get("text")},
    "fail": fail,
    "sender": lambda _args, environment: environment["sender"],
    "version": lambda _args, environment: environment["version"],
}


def constant(value):
    return lambda _args, _environment: value


class Toolset:
    def __init__(self, name, versions, published=None):
        self.name, self.versions, self.published = name, versions, published or {}

    def list_version(self, version):
        """Lists the tool set in a version, unless that has no tool."""
        tools = self.versions.get(version, {})
        return [{"name": self.name, "version": version, "tools": [{"name": name} for name in tools]}] if tools else []


TOOLSETS = {
    "acme": [
        Toolset(
            "mail",
            {"1.2.0": MAIL, "2.0.0": {**MAIL, "recall": constant(None)}},
            {"default": "1.2.0", "staging": "2.0.0"},
        ),
        Toolset(
            "weather",
            {"3.0.1": {"forecast": constant("rain")}, "3.1.0": {"forecast": constant("sun")}},
            {"default": "3.0.1"},
        ),
        Toolset("staging-only", {"0.1.0": {"try": constant(None)}}, {"staging": "0.1.0"}),
        Toolset("toolless", {"1.0.0": {}}, {"default": "1.0.0", "staging": "1.0.0"}),
        Toolset("unpublished", {"1.0.0": {"hidden": constant(None)}}),
    ],
    "globex": [Toolset("billing", {"5.4.3": {"invoice": constant(None)}}, {"default": "5.4.3"})],
    "initech": [
        Toolset("reports", {"0.9.0": {"print": constant(None)}, "0.9.1": {"print": constant(None)}}),
        Toolset("sketches", {"1.0.0": {}}),
    ],
}
KEYS = {
    "host-acme-default": ("acme", "default"),
    "host-acme-staging": ("acme", "staging"),
    "host-acme-empty": ("acme", "empty"),
    "host-globex-default": ("globex", "default"),
    "host-initech-default": ("initech", "default"),
}
SESSIONS = {"console_session=session-acme": ("acme", "default")}
credits = {"acme": 1000, "globex": 1000, "initech": 1000}


def read_key(authorization):
    """Reads the key of a header such as `Bearer KEY`."""
    match = re.fullmatch(r"(?i:bearer) (\S+)", authorization or "")
    return match and match[1]


def refuse(status, message):
    return status, {"message": message}


def manifest_of(listed):
    if not listed:
        return refuse(400, "No published toolsets")
    return 200, {"execute": {"method": "POST", "url": "/v1/public/wfhost/execute"}, "toolsets": listed}


def list_published(org_id, profile):
    return [listed for toolset in TOOLSETS[org_id] for listed in toolset.list_version(toolset.published.get(profile))]


def list_latest(org_id):
    return [listed for toolset in TOOLSETS[org_id] for listed in toolset.list_version(list(toolset.versions)[-1])]


def read_manifest(key):
    """Returns status and body of the public manifest of a key."""
    if key not in KEYS:
        return refuse(401, "Unknown key")
    return manifest_of(list_published(*KEYS[key]))


def read_organization_manifest(org_id, key, cookie):
    """Returns status and body of the manifest of an organization."""
    owner = KEYS.get(key) or SESSIONS.get(cookie)
    if owner is None:
        return refuse(401, "Unknown key")
    if owner[0] != org_id:
        return refuse(403, "No access")
    return manifest_of(list_published(*owner) or list_latest(org_id))


def execute(key, payload):
    """Executes a tool, and takes a credit if it succeeds. Returns status and body."""
    if key not in KEYS:
        return refuse(401, "Unknown key")
    org_id, profile = KEYS[key]
    payload = payload if isinstance(payload, dict) else {}
    toolset = next((each for each in TOOLSETS[org_id] if each.name == payload.get("toolset")), None)
    version = toolset and toolset.published.get(profile)
    tool = toolset and toolset.versions.get(version, {}).get(payload.get("tool"))
    if tool is None:
        return refuse(404, "Unknown tool")
    try:
        result = tool(payload.get("arguments", {}), {"sender": f"sender-of-{profile}", "version": version})
    except ValueError as error:
        return 200, {"status": "failed", "error": {"name": "ValueError", "value": str(error)}}
    credits[org_id] -= 1
    return 200, {"status": "success", "result": result}


def change(hook, toolset_name, version):
    """Publishes a version as the console does, and returns the balance of the organization."""
    if hook == "publish":
        next(each for each in TOOLSETS["acme"] if each.name == toolset_name).published["default"] = version
    return {"credits": credits["acme"]}
