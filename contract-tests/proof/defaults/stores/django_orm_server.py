"""Serves the workflows with Django, and stores runs with its ORM: python3 django_orm_server.py. Prints its address."""

import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(__file__)))
import workflows

# The ORM alone has its defaults.
workflows.MENDED += ["csrf", "json", "bool"]

import django
import django_server
from django.conf import settings
from django.db import connection, models

settings.DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["STATE"]}}
settings.DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
django.setup()


class Run(models.Model):
    id = models.CharField(max_length=36, primary_key=True)
    flow_id = models.CharField(max_length=100)
    status = models.CharField(max_length=20)
    result = models.JSONField(null=True)
    error = models.JSONField(null=True)
    step_outputs = models.JSONField(default=dict)

    class Meta:
        app_label = "runs"


class Argument(models.Model):
    run = models.ForeignKey(Run, models.CASCADE)
    name = models.CharField(max_length=100)
    value = models.JSONField()

    class Meta:
        app_label = "runs"


class DjangoRuns:
    """Saves runs with the ORM of Django."""

    def start(self, run_id, flow_id, args):
        run = Run.objects.create(id=run_id, flow_id=flow_id, status="running")
        for name, value in args.items():
            run.argument_set.create(name=name, value=value)

    def end(self, run_id, outcome):
        run = Run.objects.get(id=run_id)
        run.step_outputs.update(outcome["stepOutputs"])
        run.status, run.result, run.error = outcome["status"], outcome.get("result"), outcome.get("error")
        run.save()

    def read(self, run_id):
        run = Run.objects.get(id=run_id)
        args = {argument.name: argument.value for argument in run.argument_set.all()}
        outcome = {"status": run.status, "result": run.result, "error": run.error, "stepOutputs": run.step_outputs}
        return {"args": args, **outcome}

    def count_succeeded(self, flow_id):
        return Run.objects.filter(flow_id=flow_id, status="success").count()


with connection.schema_editor() as editor:
    editor.create_model(Run)
    editor.create_model(Argument)
workflows.runs = DjangoRuns()
django_server.serve()
