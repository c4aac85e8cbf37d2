import { type Defect, defectsOf } from './defect.ts'

const succeeded =
  "return { status: 'success', result: evaluate(definition.output, scope), stepOutputs: Object.fromEntries(outputs) }"
const performed = 'const outcome = await perform(JSON.parse(definition) as Definition, { args: JSON.parse(args), env: {} })'
const started = 'return { run: { number: run, version: workflow.published } }'
const kicked = 'setImmediate(() => runner.kick())'
const ended = 'if (outcome !== undefined) return outcome'

/** How workflows are run, and what is said of it. */
export const runDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    {
      defect: 'the answer to a run has the status 201',
      breaks: 'RUN-OK',
      from: 'async (request) => {\n      const workflow = admitted.get(request)',
      to: 'async (request, reply) => {\n      reply.code(201)\n      const workflow = admitted.get(request)',
    },
    {
      defect: 'the content type must be application/json without a parameter',
      breaks: 'RUN-CONTENT-TYPE',
      from: 'const workflow = accessible(store, request)',
      to: "const workflow = accessible(store, request)\n        if (request.headers['content-type'] !== 'application/json') throw new Problem(40003, 'Send JSON')",
    },
    {
      defect: 'an unknown mode is sync',
      breaks: 'RUN-MODE',
      from: "if (mode !== 'sync' && mode !== 'async') throw invalid(\"'mode' must be 'sync' or 'async'\")",
      to: '',
    },
    {
      defect: 'the mode may be null',
      breaks: 'RUN-MODE',
      from: "if (mode !== 'sync' && mode",
      to: "if (mode !== null && mode !== 'sync' && mode",
    },
    {
      defect: 'the mode may be ""',
      breaks: 'RUN-MODE',
      from: "if (mode !== 'sync' && mode",
      to: "if (mode !== '' && mode !== 'sync' && mode",
    },
    {
      defect: 'the mode may be in capitals',
      breaks: 'RUN-MODE',
      from: "if (mode !== 'sync' && mode",
      to: "if (mode !== 'SYNC' && mode !== 'Sync' && mode !== 'sync' && mode",
    },
    {
      defect: 'the mode must be given',
      breaks: 'RUN-MODE',
      from: "mode = 'async' } = body",
      to: 'mode } = body',
    },
    {
      defect: 'a body that is no object is taken for one without arguments',
      breaks: 'RUN-MALFORMED',
      from: "throw invalid('The body must be a JSON object')",
      to: "return { mode: 'async', pairs: [] }",
    },
    {
      defect: 'a sync run is answered as soon as it has started',
      breaks: 'RUN-SYNC',
      from: "if (mode === 'async') {\n        setImmediate",
      to: "if (mode !== 'later') {\n        if (mode === 'sync') void runner.execute(run)\n        setImmediate",
    },
    {
      defect: 'a failed run is answered with an error of the server',
      breaks: 'RUN-ERROR',
      from: ended,
      to: "if (outcome?.status === 'failed') throw new Problem(50001, outcome.error.value)\n      if (outcome !== undefined) return outcome",
    },
    {
      defect: 'a failed run is answered without its steps',
      breaks: 'RUN-STEPS-FAILED',
      from: ended,
      to: "if (outcome?.status === 'failed') return { status: 'failed', error: outcome.error, stepOutputs: {} }\n      if (outcome !== undefined) return outcome",
    },
    {
      defect: 'result and error stand in an envelope',
      breaks: 'RUN-SYNC-BODY',
      from: ended,
      to: 'if (outcome !== undefined) return { data: outcome }',
    },
    {
      defect: 'an async start is answered when the run has ended',
      breaks: 'RUN-ASYNC',
      from: kicked,
      to: 'await runner.execute(run)',
    },
    { defect: 'an async run is put on record, and not begun', breaks: 'RUN-ASYNC', from: kicked, to: '' },
    {
      defect: 'an async run runs twice',
      breaks: 'RUN-ASYNC',
      from: kicked,
      to: 'runner.open(workflow, { mode, values: bound.values })\n        setImmediate(() => runner.kick())',
    },
    {
      defect: 'an async run is given up when the connection closes',
      breaks: 'RUN-ASYNC',
      from: kicked,
      to: 'setTimeout(() => (request.raw.socket.destroyed ? undefined : runner.kick()), 20)',
    },
    {
      defect: 'an async start is answered with nothing',
      breaks: 'RUN-ASYNC',
      from: started,
      to: 'return {}',
    },
    {
      defect: 'all runs of a workflow have one run ID',
      breaks: 'RUN-ASYNC-UNIQUE',
      from: started,
      to: 'return { run: { number: workflow.id, version: workflow.published } }',
    },
    {
      defect: 'all runs of a workflow have one run ID, with the time beside it',
      breaks: 'RUN-ASYNC-UNIQUE',
      from: started,
      to: 'return { run: { number: workflow.id, at: process.hrtime.bigint().toString() } }',
    },
    {
      defect: 'the run ID is the time in seconds',
      breaks: 'RUN-ASYNC-UNIQUE',
      from: started,
      to: 'return { run: { number: Math.trunc(Date.now() / 1000) } }',
    },
    {
      defect: 'the run ID is the time in tenths of a second, so that runs that start together share one',
      breaks: 'RUN-ASYNC-UNIQUE',
      from: started,
      to: 'return { run: { number: Math.trunc(Date.now() / 100) } }',
    },
  ]),
  ...defectsOf('runner.ts', [
    {
      defect: 'the latest version runs, published or not',
      breaks: 'RUN-RESULT',
      from: 'v.version = runs.version WHERE',
      to: 'v.version = (SELECT max(version) FROM workflow_versions WHERE workflow = runs.workflow) WHERE',
    },
    {
      defect: 'runs at the same time get the arguments of the last one',
      breaks: 'RUN-RESULT',
      from: performed,
      to: 'this.args = args\n    await new Promise((resolve) => setTimeout(resolve, 20))\n    const outcome = await perform(JSON.parse(definition), { args: JSON.parse(this.args), env: {} })',
    },
    {
      defect: 'an async run that starts while another one goes on is dropped',
      breaks: 'RUN-ASYNC',
      from: 'this.#busy += 1\n',
      to: 'if (this.#busy > 0) continue\n      this.#busy += 1\n',
    },
  ]),
  ...defectsOf('engine.ts', [
    {
      defect: 'a result that is null, 0, "" or false is left out',
      breaks: 'RUN-RESULT',
      from: 'result: evaluate(definition.output, scope), stepOutputs',
      to: 'result: evaluate(definition.output, scope) || undefined, stepOutputs',
    },
    {
      defect: 'the result of a step that is null, 0, "" or false is left out',
      breaks: 'RUN-STEPS',
      from: "outputs.set(step.id, { status: 'success', result })",
      to: "outputs.set(step.id, { status: 'success', result: result || undefined })",
    },
    {
      defect: 'the result is JSON in a string',
      breaks: 'RUN-RESULT',
      from: 'result: evaluate(definition.output, scope), stepOutputs',
      to: 'result: JSON.stringify(evaluate(definition.output, scope)), stepOutputs',
    },
    {
      defect: 'a success is called succeeded',
      breaks: 'RUN-STATUS',
      from: succeeded,
      to: succeeded.replace("'success'", "'succeeded'"),
    },
    {
      defect: 'a failed run is called error',
      breaks: 'RUN-STATUS',
      from: "return { status: 'failed', error: { ...error, traceback }",
      to: "return { status: 'error', error: { ...error, traceback }",
    },
    { defect: 'a failed run has no traceback', breaks: 'RUN-ERROR', from: '{ ...error, traceback }', to: 'error' },
    {
      defect: 'the traceback is a list of lines',
      breaks: 'RUN-ERROR',
      from: '{ ...error, traceback }',
      to: "{ ...error, traceback: traceback.split('\\n') }",
    },
    {
      defect: 'the error of a run is a text',
      breaks: 'RUN-ERROR',
      from: 'error: { ...error, traceback }',
      to: 'error: traceback',
    },
    {
      defect: 'the step that failed is missing',
      breaks: 'RUN-STEPS-FAILED',
      from: "outputs.set(step.id, { status: 'failed', error })\n",
      to: '',
    },
    {
      defect: 'the step that failed has no error',
      breaks: 'RUN-STEPS-FAILED',
      from: "outputs.set(step.id, { status: 'failed', error })",
      to: "outputs.set(step.id, { status: 'failed' })",
    },
    {
      defect: 'steps that did not run are listed as skipped',
      breaks: 'RUN-STEPS',
      from: "outputs.set(step.id, { status: 'failed', error })",
      to: "for (const { id } of definition.steps) if (!outputs.has(id)) outputs.set(id, { status: 'skipped' })\n      outputs.set(step.id, { status: 'failed', error })",
    },
    {
      defect: 'the steps are a list',
      breaks: 'RUN-STEPS',
      from: succeeded,
      to: succeeded.replace('Object.fromEntries(outputs)', '[...outputs.values()]'),
    },
  ]),
  ...defectsOf('problems.ts', [
    {
      defect: 'a body that is no JSON is an error of the server',
      breaks: 'RUN-MALFORMED',
      from: 'return statusCode < 500 ?',
      to: 'return statusCode < 400 ?',
    },
    {
      defect: 'a body that is no JSON is answered with 422',
      breaks: 'RUN-MALFORMED',
      from: 'new Problem(40000, error.message)',
      to: 'new Problem(42200, error.message)',
    },
  ]),
]
