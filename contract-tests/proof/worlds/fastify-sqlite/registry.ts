import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bind, type Definition, perform, type ToolsetDefinition } from './engine.ts'
import { bearer, Problem, tooMany, unauthorized } from './problems.ts'
import type { EnvironmentRow, KeyRow, Store } from './store.ts'

interface ToolsetRow {
  readonly slug: string
  readonly visibility: string
  readonly version: number
  readonly definition: string
}

const published = `SELECT t.slug, t.visibility, p.version, v.definition FROM toolsets t
  JOIN publications p ON p.toolset = t.id
  JOIN toolset_versions v ON v.toolset = t.id AND v.version = p.version
  WHERE t.org = ? AND p.environment = ? ORDER BY t.slug`
const latest = `SELECT t.slug, t.visibility, v.version, v.definition FROM toolsets t
  JOIN toolset_versions v ON v.toolset = t.id AND v.version = (SELECT max(version) FROM toolset_versions WHERE toolset = t.id)
  WHERE t.org = ? ORDER BY t.slug`

/** Where the registry is. */
export interface RegistryOptions {
  readonly store: Store
  /** The product segment of its paths. */
  readonly product: string
  /** Its own address, as a manifest refers to it. */
  readonly url: () => string
}

export function addRegistry(app: FastifyInstance, { product, store, url }: RegistryOptions): void {
  // Nothing executes yet, so an execution that a crash left has not succeeded.
  store.write('UPDATE organizations SET held = 0')
  store.write("UPDATE executions SET state = 'lost' WHERE state = 'running'")

  app.get(`/v1/public/${product}/manifest`, async (request) => {
    const { org, profile } = admit(request)
    return manifest(org, { profile, fallsBack: false })
  })

  app.get<{ Params: { org: string } }>(`/v1/orgs/:org/${product}/manifest`, async (request) => {
    const session = sessionOf(request)
    const caller = session === undefined ? admit(request) : { org: session, profile: defaultProfile(session) }
    if (String(caller.org) !== request.params.org) throw new Problem(40310, 'This is not your organization')
    return manifest(caller.org, { profile: caller.profile, fallsBack: true })
  })

  const admitted = new WeakMap<FastifyRequest, Caller>()
  const onRequest = async (request: FastifyRequest): Promise<void> => void admitted.set(request, admit(request))
  app.post(`/v1/public/${product}/execute`, { onRequest }, async (request) => {
    const caller = admitted.get(request)
    if (caller === undefined) throw new Error('Cannot execute without a key')
    return execute(caller, request.body)
  })

  /** Returns the caller with a tool-hosting key. The key of a workflow is not a tool-hosting key. */
  function admit(request: FastifyRequest): Caller {
    const key: KeyRow | undefined = store.findKey(bearer(request))
    if (key === undefined || key.environment === null) throw unauthorized('This is not a tool-hosting API key')
    const waitMs = store.takeCall(key.org, 'tools')
    if (waitMs > 0) throw tooMany(waitMs)
    return { org: key.org, profile: store.one<EnvironmentRow>('SELECT * FROM environments WHERE id = ?', key.environment) }
  }

  /** The organization of whoever is signed in at the console. */
  function sessionOf({ headers }: FastifyRequest): number | undefined {
    const cookie = /(?:^|;\s*)conveyor_console=([^;\s]+)/.exec(headers.cookie ?? '')?.[1]
    if (cookie === undefined || headers.authorization !== undefined) return undefined
    const digest = store.digest(cookie)
    return store.find<{ readonly org: number }>('SELECT org FROM sessions WHERE digest = ? AND expires > ?', digest, Date.now())
      ?.org
  }

  function defaultProfile(org: number): EnvironmentRow {
    return store.one("SELECT * FROM environments WHERE org = ? AND name = 'default'", org)
  }

  function manifest(org: number, on: { readonly profile: EnvironmentRow; readonly fallsBack: boolean }): object {
    const listed = withTools(store.many<ToolsetRow>(published, org, on.profile.id))
    const sets = listed.length === 0 && on.fallsBack ? withTools(store.many<ToolsetRow>(latest, org)) : listed
    if (sets.length === 0) throw new Problem(40010, 'No published toolsets')
    return {
      format: 1,
      organization: store.one('SELECT id, name FROM organizations WHERE id = ?', org),
      environment: on.profile.name,
      execute: { method: 'POST', href: `${url()}/v1/public/${product}/execute` },
      toolsets: Object.fromEntries(sets),
    }
  }

  async function execute({ org, profile }: Caller, body: unknown): Promise<object> {
    const { call, with: given = {} } = Object(body) as { readonly call?: unknown; readonly with?: unknown }
    const { tool, toolset } = Object(call) as { readonly tool?: unknown; readonly toolset?: unknown }
    if (typeof toolset !== 'string' || typeof tool !== 'string' || typeof given !== 'object' || given === null) {
      throw new Problem(40011, 'Send {call: {toolset, tool}, with: {...}}')
    }
    const set = store.many<ToolsetRow>(published, org, profile.id).find(({ slug }) => slug === toolset)
    const definition = set && toolOf(JSON.parse(set.definition) as ToolsetDefinition, tool)
    if (definition === undefined) throw new Problem(40410, `${toolset}/${tool} is not published to ${profile.name}`)
    const bound = bind(Object.entries(given), definition.inputs)
    if ('complaints' in bound) throw new Problem(40012, bound.complaints.join('; '))

    // A credit is held while the tool runs, and spent only when it succeeds.
    const execution = store.transaction(() => {
      const { changes } = store.write('UPDATE organizations SET held = held + 1 WHERE id = ? AND credits > held', org)
      if (changes === 0) throw new Problem(40200, 'The organization has no credits left')
      return store.write(
        "INSERT INTO executions (org, environment, toolset, version, tool, state) VALUES (?, ?, ?, ?, ?, 'running')",
        ...[org, profile.name, toolset, set?.version ?? 0, tool],
      ).id
    })
    const outcome = await perform(definition, { args: bound.values, env: JSON.parse(profile.variables) })
    const charged = outcome.status === 'success' ? 1 : 0
    const left = store.transaction(() => {
      store.write('UPDATE organizations SET held = held - 1, credits = credits - ? WHERE id = ?', charged, org)
      store.write('UPDATE executions SET state = ?, charged = ? WHERE id = ?', outcome.status, charged, execution)
      return store.one<{ readonly credits: number }>('SELECT credits FROM organizations WHERE id = ?', org).credits
    })
    const credits = { charged, left }
    if (outcome.status === 'success') return { execution, outcome: 'ok', output: outcome.result, credits }
    return { execution, outcome: 'raised', fault: { name: outcome.error.name, value: outcome.error.value }, credits }
  }
}

interface Caller {
  readonly org: number
  readonly profile: EnvironmentRow
}

/** The tool sets that have a tool, by their names, as a manifest lists them. */
function withTools(rows: readonly ToolsetRow[]): (readonly [string, object])[] {
  return rows.flatMap(({ definition, slug, version, visibility }) => {
    const { title = slug, tools } = JSON.parse(definition) as ToolsetDefinition
    const listed = Object.entries(tools).map(([name, { inputs }]) => [name, { inputs }] as const)
    return listed.length === 0 ? [] : [[slug, { version, title, visibility, tools: Object.fromEntries(listed) }] as const]
  })
}

function toolOf({ tools }: ToolsetDefinition, name: string): Definition | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined
}
