import { type Defect, defectsOf } from './defect.ts'

const succeeded =
  "return { status: 'success', result: evaluate(definition.output, scope), stepOutputs: Object.fromEntries(outputs) }"
const performed = 'const outcome = await perform(JSON.parse(definition) as Definition, { args: JSON.parse(args), env: {} })'
const started = 'return { run: { number: run, version: workflow.published } }'
const kicked = 'setImmediate(() => runner.kick())'
const ended = 'if (outcome !== undefined) return outcome'

/** Defects in the execution of workflows and in the responses to runs. */
export const runDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    [
      'RUN-OK',
      'the response to a run has the status 201',
      'async (request) => {\n      const workflow = admitted.get(request)',
      'async (request, reply) => {\n      reply.code(201)\n      const workflow = admitted.get(request)',
    ],
    [
      'RUN-CONTENT-TYPE',
      'the content type must be application/json without a parameter',
      'const workflow = accessible(store, request)',
      "const workflow = accessible(store, request)\n        if (request.headers['content-type'] !== 'application/json') throw new Problem(40003, 'Send JSON')",
    ],
    [
      'RUN-MODE',
      'an unknown mode is sync',
      "if (mode !== 'sync' && mode !== 'async') throw invalid(\"'mode' must be 'sync' or 'async'\")",
      '',
    ],
    ['RUN-MODE', 'the mode may be null', "if (mode !== 'sync' && mode", "if (mode !== null && mode !== 'sync' && mode"],
    ['RUN-MODE', 'the mode may be ""', "if (mode !== 'sync' && mode", "if (mode !== '' && mode !== 'sync' && mode"],
    [
      'RUN-MODE',
      'the mode may be in capitals',
      "if (mode !== 'sync' && mode",
      "if (mode !== 'SYNC' && mode !== 'Sync' && mode !== 'sync' && mode",
    ],
    ['RUN-MODE', 'the mode must be given', "mode = 'async' } = body", 'mode } = body'],
    [
      'RUN-MALFORMED',
      'a body that is not an object is accepted as a body without arguments',
      "throw invalid('The body must be a JSON object')",
      "return { mode: 'async', pairs: [] }",
    ],
    [
      'RUN-SYNC',
      'the response to a sync run is sent when the run has started',
      "if (mode === 'async') {\n        setImmediate",
      "if (mode !== 'later') {\n        if (mode === 'sync') void runner.execute(run)\n        setImmediate",
    ],
    [
      'RUN-ERROR',
      'the response to a failed run is a server error',
      ended,
      "if (outcome?.status === 'failed') throw new Problem(50001, outcome.error.value)\n      if (outcome !== undefined) return outcome",
    ],
    [
      'RUN-STEPS-FAILED',
      'the response to a failed run has no steps',
      ended,
      "if (outcome?.status === 'failed') return { status: 'failed', error: outcome.error, stepOutputs: {} }\n      if (outcome !== undefined) return outcome",
    ],
    ['RUN-SYNC-BODY', 'result and error are in an envelope', ended, 'if (outcome !== undefined) return { data: outcome }'],
    ['RUN-ASYNC', 'the response to an async start is sent when the run has ended', kicked, 'await runner.execute(run)'],
    ['RUN-ASYNC', 'an async run is recorded, but does not start', kicked, ''],
    [
      'RUN-ASYNC',
      'an async run runs twice',
      kicked,
      'runner.open(workflow, { mode, values: bound.values })\n        setImmediate(() => runner.kick())',
    ],
    [
      'RUN-ASYNC',
      'an async run is cancelled when the connection closes',
      kicked,
      'setTimeout(() => (request.raw.socket.destroyed ? undefined : runner.kick()), 20)',
    ],
    ['RUN-ASYNC', 'the response to an async start is an empty object', started, 'return {}'],
    [
      'RUN-ASYNC-UNIQUE',
      'all runs of a workflow have the same run ID',
      started,
      'return { run: { number: workflow.id, version: workflow.published } }',
    ],
    [
      'RUN-ASYNC-UNIQUE',
      'all runs of a workflow have the same run ID, and the time of their start',
      started,
      'return { run: { number: workflow.id, at: process.hrtime.bigint().toString() } }',
    ],
    [
      'RUN-ASYNC-UNIQUE',
      'the run ID is the time in seconds',
      started,
      'return { run: { number: Math.trunc(Date.now() / 1000) } }',
    ],
    [
      'RUN-ASYNC-UNIQUE',
      'the run ID is the time in tenths of a second, so runs that start together share it',
      started,
      'return { run: { number: Math.trunc(Date.now() / 100) } }',
    ],
  ]),
  ...defectsOf('runner.ts', [
    [
      'RUN-RESULT',
      'the latest version runs, published or not',
      'v.version = runs.version WHERE',
      'v.version = (SELECT max(version) FROM workflow_versions WHERE workflow = runs.workflow) WHERE',
    ],
    [
      'RUN-RESULT',
      'concurrent runs get the arguments of the last run',
      performed,
      'this.args = args\n    await new Promise((resolve) => setTimeout(resolve, 20))\n    const outcome = await perform(JSON.parse(definition), { args: JSON.parse(this.args), env: {} })',
    ],
    [
      'RUN-ASYNC',
      'an async run that starts while another run is in progress is dropped',
      'this.#busy += 1\n',
      'if (this.#busy > 0) continue\n      this.#busy += 1\n',
    ],
  ]),
  ...defectsOf('engine.ts', [
    [
      'RUN-RESULT',
      'a result that is null, 0, "" or false is left out',
      'result: evaluate(definition.output, scope), stepOutputs',
      'result: evaluate(definition.output, scope) || undefined, stepOutputs',
    ],
    [
      'RUN-STEPS',
      'the result of a step that is null, 0, "" or false is left out',
      "outputs.set(step.id, { status: 'success', result })",
      "outputs.set(step.id, { status: 'success', result: result || undefined })",
    ],
    [
      'RUN-RESULT',
      'the result is JSON in a string',
      'result: evaluate(definition.output, scope), stepOutputs',
      'result: JSON.stringify(evaluate(definition.output, scope)), stepOutputs',
    ],
    ['RUN-STATUS', 'a success is called succeeded', succeeded, succeeded.replace("'success'", "'succeeded'")],
    [
      'RUN-STATUS',
      'a failed run is called error',
      "return { status: 'failed', error: { ...error, traceback }",
      "return { status: 'error', error: { ...error, traceback }",
    ],
    ['RUN-ERROR', 'a failed run has no traceback', '{ ...error, traceback }', 'error'],
    [
      'RUN-ERROR',
      'the traceback is a list of lines',
      '{ ...error, traceback }',
      "{ ...error, traceback: traceback.split('\\n') }",
    ],
    [
      'RUN-ERROR',
      'name and value of the error are swapped',
      '{ ...error, traceback }',
      '{ name: error.value, value: error.name, traceback }',
    ],
    ['RUN-ERROR', 'the error of a run is a text', 'error: { ...error, traceback }', 'error: traceback'],
    ['RUN-STEPS-FAILED', 'the step that failed is missing', "outputs.set(step.id, { status: 'failed', error })\n", ''],
    [
      'RUN-STEPS-FAILED',
      'the step that failed has no error',
      "outputs.set(step.id, { status: 'failed', error })",
      "outputs.set(step.id, { status: 'failed' })",
    ],
    [
      'RUN-STEPS',
      'steps that did not run are listed as skipped',
      "outputs.set(step.id, { status: 'failed', error })",
      "for (const { id } of definition.steps) if (!outputs.has(id)) outputs.set(id, { status: 'skipped' })\n      outputs.set(step.id, { status: 'failed', error })",
    ],
    ['RUN-STEPS', 'the steps are a list', succeeded, succeeded.replace('Object.fromEntries(outputs)', '[...outputs.values()]')],
  ]),
  ...defectsOf('problems.ts', [
    [
      'RUN-MALFORMED',
      'a body that is not JSON is an error of the server',
      'return statusCode < 500 ?',
      'return statusCode < 400 ?',
    ],
    [
      'RUN-MALFORMED',
      'a body that is not JSON gets 422',
      'new Problem(40000, error.message)',
      'new Problem(42200, error.message)',
    ],
  ]),
]
