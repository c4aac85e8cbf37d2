"""Serves the workflows with Flask, and stores runs with SQLAlchemy: python3 sqlalchemy_server.py. Prints its address."""

import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(__file__)))
import workflows

# SQLAlchemy alone has its defaults.
workflows.MENDED += ["json", "bool"]

import flask_server
from sqlalchemy import JSON, Column, ForeignKey, Integer, String, create_engine
from sqlalchemy.ext.mutable import MutableDict
from sqlalchemy.orm import declarative_base, relationship, sessionmaker

Base = declarative_base()


class Run(Base):
    __tablename__ = "runs"
    id = Column(String, primary_key=True)
    flow_id = Column(String)
    status = Column(String)
    result = Column(JSON)
    error = Column(JSON)
    step_outputs = Column(MutableDict.as_mutable(JSON) if "in-place" in workflows.MENDED else JSON, default={})
    arguments = relationship("Argument")


class Argument(Base):
    __tablename__ = "arguments"
    id = Column(Integer, primary_key=True)
    run_id = Column(ForeignKey("runs.id"))
    name = Column(String)
    value = Column(JSON)


class SqlAlchemyRuns:
    """Saves runs with SQLAlchemy."""

    def __init__(self, create_session):
        self.create_session = create_session

    def start(self, run_id, flow_id, args):
        arguments = [Argument(name=name, value=value) for name, value in args.items()]
        with self.create_session.begin() as session:
            session.add(Run(id=run_id, flow_id=flow_id, status="running", arguments=arguments))

    def end(self, run_id, outcome):
        with self.create_session.begin() as session:
            run = session.get(Run, run_id)
            run.step_outputs.update(outcome["stepOutputs"])
            run.status, run.result, run.error = outcome["status"], outcome.get("result"), outcome.get("error")

    def read(self, run_id):
        with self.create_session() as session:
            run = session.get(Run, run_id)
            args = {argument.name: argument.value for argument in run.arguments}
            outcome = {"status": run.status, "result": run.result, "error": run.error, "stepOutputs": run.step_outputs}
            return {"args": args, **outcome}

    def count_succeeded(self, flow_id):
        with self.create_session() as session:
            return session.query(Run).filter_by(flow_id=flow_id, status="success").count()


engine = create_engine(f"sqlite:///{os.environ['STATE']}")
Base.metadata.create_all(engine)
workflows.runs = SqlAlchemyRuns(sessionmaker(engine))
flask_server.serve()
