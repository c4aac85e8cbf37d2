import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bind, type Definition, type Outcome } from './engine.ts'
import { bearer, Problem, tooMany, unauthorized } from './problems.ts'
import type { Runner } from './runner.ts'
import type { Store, WorkflowRow } from './store.ts'

/** The dependencies and settings of the workflow service. */
export interface ServiceOptions {
  readonly store: Store
  readonly runner: Runner
  readonly syncTimeoutMs: number
}

/** The run endpoint, and the state of a run. */
export function addService(app: FastifyInstance, { runner, store, syncTimeoutMs }: ServiceOptions): void {
  const admitted = new WeakMap<FastifyRequest, WorkflowRow>()

  app.post<{ Params: { flow: string } }>(
    '/api/v2/external/flows/:flow/published-run',
    {
      // Before the body is read: a caller without a key learns nothing of bodies.
      onRequest: async (request) => {
        const workflow = accessible(store, request)
        if (workflow.archived === 1 || workflow.published === null) throw new Problem(40402, 'This workflow is not published')
        const waitMs = store.takeCall(workflow.org, 'runs')
        if (waitMs > 0) throw tooMany(waitMs)
        admitted.set(request, workflow)
      },
    },
    async (request) => {
      const workflow = admitted.get(request)
      if (workflow === undefined) throw new Error('Cannot run without access')
      const { mode, pairs } = readBody(request.body)
      const { definition } = store.one<{ readonly definition: string }>(
        'SELECT definition FROM workflow_versions WHERE workflow = ? AND version = ?',
        ...[workflow.id, workflow.published],
      )
      const bound = bind(pairs, (JSON.parse(definition) as Definition).inputs)
      if ('complaints' in bound) throw new Problem(40002, bound.complaints.join('; '))
      const run = runner.open(workflow, { mode, values: bound.values })
      if (mode === 'async') {
        setImmediate(() => runner.kick())
        return { run: { number: run, version: workflow.published } }
      }
      const outcome = await Promise.race([runner.execute(run), sleep(syncTimeoutMs, undefined, { ref: false })])
      if (outcome !== undefined) return outcome
      throw new Problem(50400, 'The run takes longer than a call may wait, and continues', { members: { run: { number: run } } })
    },
  )

  app.get<{ Params: { flow: string; run: string } }>('/api/v2/external/flows/:flow/runs/:run', async (request) => {
    const { id } = accessible(store, request)
    const run = store.find<{ readonly outcome: string | null }>(
      'SELECT outcome FROM runs WHERE id = ? AND workflow = ?',
      ...[Number(request.params.run), id],
    )
    if (run === undefined) throw new Problem(40403, 'There is no such run')
    return { isOver: run.outcome !== null, outcome: run.outcome === null ? null : (JSON.parse(run.outcome) as Outcome) }
  })
}

/** Finds the workflow of a request. It checks the key, then the workflow, then the access of the key. */
function accessible(store: Store, request: FastifyRequest<{ Params: { flow: string } }>): WorkflowRow {
  const key = store.findKey(bearer(request))
  if (key === undefined) throw unauthorized('This API key is not valid')
  const workflow = store.find<WorkflowRow>('SELECT * FROM workflows WHERE flow = ?', request.params.flow)
  if (workflow === undefined) throw new Problem(40401, 'There is no such workflow')
  if (key.workflow !== workflow.id) throw new Problem(40301, 'This API key has no access to this workflow')
  return workflow
}

interface RunRequest {
  readonly mode: 'sync' | 'async'
  readonly pairs: readonly (readonly [string, unknown])[]
}

function readBody(body: unknown): RunRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object')
  const { args, mode = 'async' } = body as { readonly args?: unknown; readonly mode?: unknown }
  if (mode !== 'sync' && mode !== 'async') throw invalid("'mode' must be 'sync' or 'async'")
  if (!Array.isArray(args)) throw invalid("'args' must be an array of {name, value}")
  return { mode, pairs: args.map(readArgument) }
}

function readArgument(arg: unknown, index: number): readonly [string, unknown] {
  const { name, value = null } = Object(arg) as { readonly name?: unknown; readonly value?: unknown }
  if (typeof name !== 'string') throw invalid(`args[${index}].name must be a string`)
  if (value === null) throw invalid(`args[${index}].value is missing`)
  return [name, value]
}

function invalid(detail: string): Problem {
  return new Problem(40001, detail)
}
