"""Serves the tool registry with FastAPI: MENDED=bearer /usr/bin/python3 fastapi_registry.py. Prints its address."""

from typing import Any, Dict, Optional

import uvicorn
from fastapi import Body, Depends, FastAPI, Header
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from tool_sets import MENDED, change, execute, read_key, read_manifest, read_organization_manifest

app = FastAPI()


def read_header(authorization: Optional[str] = Header(None)):
    return read_key(authorization)


def read_credentials(credentials: HTTPAuthorizationCredentials = Depends(HTTPBearer())):
    return credentials.credentials


key_of_request = Depends(read_header if "bearer" in MENDED else read_credentials)


def respond(status, body):
    return JSONResponse(body, status)


@app.get("/v1/public/wfhost/manifest")
def public_manifest(key=key_of_request):
    return respond(*read_manifest(key))


# A console session has no key.
@app.get("/v1/orgs/{org_id}/wfhost/manifest")
def organization_manifest(org_id: str, key=Depends(read_header), cookie: Optional[str] = Header(None)):
    return respond(*read_organization_manifest(org_id, key, cookie))


@app.post("/v1/public/wfhost/execute")
def execute_tool(payload: Dict[str, Any] = Body(...), key=key_of_request):
    return respond(*execute(key, payload))


@app.post("/console/{hook}/{toolset}/{version}")
def console(hook: str, toolset: str, version: str):
    return change(hook, toolset, version)


uvicorn.run(app, host="127.0.0.1", port=0)
