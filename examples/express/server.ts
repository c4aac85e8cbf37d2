// server.ts: the API on Express: the run endpoint here, the registry beside it, and the routes of an administrator.
import { randomUUID } from 'node:crypto'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { createLimits, refuse } from './refuse.ts'
import { addRegistry } from './registry.ts'
import { type Args, createWorkflows, types, type Workflow } from './workflows.ts'

/** The server, with workflows and tools of its own. */
export function createServer(): Express {
  const workflows = createWorkflows()
  const app = express()
  const limits = createLimits()
  let ended = 0

  async function runToItsEnd(workflow: Workflow, args: Args): Promise<object> {
    const outcome = await run(workflow, args)
    if (outcome.status === 'success') ended += 1
    return outcome
  }

  // The key is checked first: without a key, a client cannot discover workflows, and no body is read.
  const authenticate: RequestHandler = ({ headers }, response, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    const owner = [...workflows.values()].find((workflow) => workflow.key !== undefined && workflow.key === key)
    if (owner === undefined) return refuse(response.set('www-authenticate', 'Bearer'), 401, 'The API key is missing or invalid')
    const waitMs = limits.take(String(key))
    if (waitMs > 0) return refuse(response.set('retry-after', String(Math.ceil(waitMs / 1000))), 429, 'Too many requests')
    response.locals['owner'] = owner
    next()
  }
  const find: RequestHandler<{ flowId: string }> = ({ params }, response, next) => {
    const workflow = workflows.get(params.flowId)
    if (!workflow?.published || workflow.archived) return refuse(response, 404, 'There is no such workflow')
    if (workflow !== response.locals['owner']) return refuse(response, 403, 'The key is for another workflow')
    response.locals['workflow'] = workflow
    next()
  }
  const parse = express.json({ limit: '10mb', strict: false })

  app.post('/api/v2/external/flows/:flowId/published-run', authenticate, find, parse, async ({ body }, response) => {
    const workflow: Workflow = response.locals['workflow']
    const problem = findProblem(workflow, body)
    if (problem !== undefined) return refuse(response, 400, problem)
    const args: Args = Object.fromEntries(body.args.map(({ name, value }: Argument) => [name, value]))
    const outcome = runToItsEnd(workflow, args)
    response.json(body.mode === 'async' ? { runId: randomUUID() } : await outcome)
  })

  app.post('/admin/:flowId/publish', ({ params }, response) => {
    const workflow = workflows.get(params.flowId)
    if (workflow === undefined) return refuse(response, 404, 'There is no such workflow')
    workflow.published = true
    workflow.key ??= randomUUID()
    response.json({ key: workflow.key })
  })
  app.post('/admin/:flowId/unpublish', ({ params }, response) => {
    const workflow = workflows.get(params.flowId)
    if (workflow !== undefined) workflow.published = false
    response.json({})
  })
  app.post('/admin/:flowId/key', ({ params }, response) => {
    const workflow = workflows.get(params.flowId)
    if (workflow === undefined) return refuse(response, 404, 'There is no such workflow')
    workflow.key = randomUUID()
    response.json({ key: workflow.key })
  })
  app.post('/admin/limit', parse, ({ body }, response) => {
    limits.set(Number(body.requests), Number(body.windowMs))
    response.json({})
  })
  app.get('/admin/ended', (_, response) => {
    response.json({ ended })
  })

  addRegistry(app, limits)

  // A body that cannot be parsed ends here.
  // biome-ignore lint/complexity/useMaxParams: by these four Express knows that it handles errors.
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    refuse(response, error.status ?? 500, error.status === undefined ? 'Something broke' : 'The body is not JSON')
  }
  app.use(onError)
  return app
}

interface Argument {
  readonly name: string
  readonly value: unknown
}

/** The mistake in the body of a run, if there is one. */
function findProblem({ parameters }: Workflow, body: unknown): string | undefined {
  const { args, mode } = Object(body)
  if (!Array.isArray(args)) return 'args: expected an array'
  if (mode !== undefined && mode !== 'sync' && mode !== 'async') return 'mode: expected sync or async'
  const given = new Set<unknown>()
  for (const argument of args) {
    const { name, value } = Object(argument)
    if (typeof name !== 'string') return 'args: expected a string as the name'
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (parameter === undefined) return `args: there is no parameter ${name}`
    if (!types[parameter.type](value)) return `args: expected ${parameter.type} for ${name}`
    if (given.has(name)) return `args: ${name} is given twice`
    given.add(name)
  }
  const [missing] = Object.entries(parameters).find(([name, { required }]) => required && !given.has(name)) ?? []
  return missing === undefined ? undefined : `args: expected an argument named ${missing}`
}

interface Outcome {
  readonly status: 'success' | 'failed'
  readonly [member: string]: unknown
}

async function run({ steps }: Workflow, args: Args): Promise<Outcome> {
  const stepOutputs: Record<string, object> = {}
  let result: unknown = null
  for (const [id, step] of Object.entries(steps)) {
    try {
      result = (await step(args)) ?? null
      stepOutputs[id] = { status: 'success', result }
    } catch (thrown) {
      const { message: value, name, stack: traceback = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
      stepOutputs[id] = { status: 'failed', error: { name, value } }
      return { status: 'failed', error: { name, value, traceback }, stepOutputs }
    }
  }
  return { status: 'success', result, stepOutputs }
}
