"""Serves the workflows with FastAPI: MENDED=status /usr/bin/python3 fastapi_server.py. Prints its address."""

import json
import re
import threading
import uuid
from typing import Any, List, Literal, Optional

import uvicorn
from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from workflows import MENDED, change, find_owner, flows, read_args, read_float, refuse_constant, run_and_count


class Argument(BaseModel):
    name: str
    value: Any


class Run(BaseModel):
    args: List[Argument]
    mode: Literal["sync", "async"] = "sync"


class StrictRoute(APIRoute):
    """Refuses NaN, 1e400 and texts in UTF-16, which FastAPI reads by default."""

    def get_route_handler(self):
        handle = super().get_route_handler()

        async def handle_strictly(request: Request):
            try:
                json.loads((await request.body()).decode("utf-8"), parse_constant=refuse_constant, parse_float=read_float)
            except json.JSONDecodeError:
                return await handle(request)
            except ValueError as error:
                return JSONResponse({"detail": str(error)}, 400)
            return await handle(request)

        return handle_strictly


app = FastAPI()


@app.post("/admin/{hook}/{flow_id}")
async def admin(hook: str, flow_id: str):
    return change(hook, flow_id)


# The hooks send no body, so their route is not strict.
if "json" in MENDED:
    app.router.route_class = StrictRoute

if "status" in MENDED:

    @app.exception_handler(RequestValidationError)
    def refuse_body(_request, error):
        return JSONResponse({"detail": str(error)}, 400)


def read_header(authorization: Optional[str] = Header(None)):
    match = re.fullmatch(r"(?i:bearer) (\S+)", authorization or "")
    return match and match[1]


def read_credentials(credentials: HTTPAuthorizationCredentials = Depends(HTTPBearer())):
    return credentials.credentials


def check_access(flow_id: str, key=Depends(read_header if "bearer" in MENDED else read_credentials)):
    owner = find_owner(key)
    if owner is None:
        raise HTTPException(401, "Unknown key")
    flow = flows.get(flow_id)
    if flow is None or not flow.published or flow.archived:
        raise HTTPException(404, "Unknown workflow")
    if owner != flow_id:
        raise HTTPException(403, "No access")
    return flow


@app.post("/api/v2/external/flows/{flow_id}/published-run")
def run(run: Run, flow=Depends(check_access)):
    try:
        args = read_args(run.dict(), flow)
    except ValueError as error:
        raise HTTPException(400, str(error)) from error
    if run.mode == "async":
        threading.Thread(target=run_and_count, args=(flow, args), daemon=True).start()
        return JSONResponse({"runId": str(uuid.uuid4())}, 202)
    return JSONResponse(run_and_count(flow, args))


uvicorn.run(app, host="127.0.0.1", port=0)
