import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { bearer, Problem, unauthorized } from './problems.ts'
import type { EnvironmentRow, Store, WorkflowRow } from './store.ts'

/** The parameters of the paths below; a path has those that it names. */
interface Route {
  Params: { org: string; flow: string; slug: string; environment: string; surface: string }
  Querystring: { after?: string; flow?: string }
  Body: {
    name: string
    credits: number
    variables?: Record<string, string>
    definition: unknown
    org: number
    version?: number
    environment: string
    visibility?: string
    calls?: number
    windowMs?: number
  }
}

/** The operator's side: plain routes behind one token. */
export function addAdmin(app: FastifyInstance, { store, token }: { readonly store: Store; readonly token: string }): void {
  app.addHook('onRequest', async (request) => {
    if (store.digest(bearer(request)) !== store.digest(token)) throw unauthorized("This is not the operator's token")
  })

  addOrganizations(app, store)
  addWorkflows(app, store)
  addToolsets(app, store)

  app.get<Route>('/journal/runs', async ({ query }) => ({
    runs: store.many(
      'SELECT runs.*, flow FROM runs JOIN workflows w ON w.id = workflow WHERE runs.id > ?',
      Number(query.after ?? 0),
    ),
  }))
  app.get<Route>('/journal/runs/succeeded', async ({ query }) =>
    store.one(
      "SELECT count(*) AS count FROM runs JOIN workflows w ON w.id = workflow WHERE status = 'success' AND flow = coalesce(?, flow)",
      query.flow ?? null,
    ),
  )
  app.get<Route>('/journal/executions', async ({ query }) => ({
    executions: store.many('SELECT * FROM executions WHERE id > ?', Number(query.after ?? 0)),
  }))
}

function addOrganizations(app: FastifyInstance, store: Store): void {
  app.post<Route>('/orgs', async ({ body }) => ({
    org: store.write('INSERT INTO organizations (name, credits) VALUES (?, ?)', body.name, body.credits).id,
  }))
  app.get<Route>('/orgs/:org', async ({ params }) => found(store.find('SELECT * FROM organizations WHERE id = ?', params.org)))
  app.put<Route>('/orgs/:org/credits', async ({ body, params }) =>
    store.write('UPDATE organizations SET credits = ? WHERE id = ?', body.credits, params.org),
  )
  app.put<Route>('/orgs/:org/environments/:environment', async ({ body, params }) =>
    store.write(
      `INSERT INTO environments (org, name, variables) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET variables = excluded.variables`,
      ...[params.org, params.environment, JSON.stringify(body.variables ?? {})],
    ),
  )
  app.put<Route>('/orgs/:org/limits/:surface', async ({ body, params }) =>
    store.write(
      `INSERT INTO rate_limits (org, surface, calls, window_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET calls = excluded.calls, window_ms = excluded.window_ms, opened = 0, used = 0`,
      ...[params.org, params.surface, body.calls ?? 0, body.windowMs ?? 60_000],
    ),
  )
  app.post<Route>('/orgs/:org/sessions', async ({ params }) => {
    const session = randomBytes(24).toString('base64url')
    const expires = Date.now() + 3_600_000
    store.write('INSERT INTO sessions (digest, org, expires) VALUES (?, ?, ?)', store.digest(session), params.org, expires)
    return { cookie: `conveyor_console=${session}` }
  })
  app.post<Route>('/orgs/:org/keys', async ({ body, params }) => {
    const { id, org } = environmentOf(store, { org: params.org, name: body.environment })
    return { key: store.issueKey({ org, environment: id }) }
  })
}

function addWorkflows(app: FastifyInstance, store: Store): void {
  app.post<Route>('/flows/:flow/versions', async ({ body, params }) =>
    store.transaction(() => {
      store.write('INSERT INTO workflows (flow, org) VALUES (?, ?) ON CONFLICT DO NOTHING', params.flow, body.org)
      return addVersion(store, { of: 'workflow', id: workflow(params.flow).id, definition: body.definition })
    }),
  )
  // The first publish makes the key; later ones keep it.
  app.post<Route>('/flows/:flow/publish', async ({ body, params }) =>
    store.transaction(() => {
      const { id, org } = workflow(params.flow)
      const version = versionOf(store, { of: 'workflow', id, wanted: body?.version })
      store.write('UPDATE workflows SET published = ?, archived = 0 WHERE id = ?', version, id)
      return { published: version, key: store.workflowKey(id) ?? store.issueKey({ org, workflow: id }) }
    }),
  )
  app.post<Route>('/flows/:flow/unpublish', async ({ params }) =>
    store.write('UPDATE workflows SET published = NULL WHERE id = ?', workflow(params.flow).id),
  )
  app.post<Route>('/flows/:flow/archive', async ({ params }) =>
    store.write('UPDATE workflows SET archived = 1 WHERE id = ?', workflow(params.flow).id),
  )
  app.get<Route>('/flows/:flow/key', async ({ params }) => ({ key: found(store.workflowKey(workflow(params.flow).id)) }))
  app.post<Route>('/flows/:flow/key', async ({ params }) =>
    store.transaction(() => {
      const { id, org } = workflow(params.flow)
      found(store.workflowKey(id))
      store.write('UPDATE api_keys SET revoked = 1 WHERE workflow = ?', id)
      return { key: store.issueKey({ org, workflow: id }) }
    }),
  )

  function workflow(flow: string): WorkflowRow {
    return found(store.find<WorkflowRow>('SELECT * FROM workflows WHERE flow = ?', flow))
  }
}

function addToolsets(app: FastifyInstance, store: Store): void {
  app.post<Route>('/orgs/:org/toolsets/:slug/versions', async ({ body, params }) =>
    store.transaction(() => {
      store.write(
        `INSERT INTO toolsets (org, slug, visibility) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET visibility = excluded.visibility`,
        ...[params.org, params.slug, body.visibility ?? 'private'],
      )
      return addVersion(store, { of: 'toolset', id: toolset(params), definition: body.definition })
    }),
  )
  app.put<Route>('/orgs/:org/toolsets/:slug/published/:environment', async ({ body, params }) => {
    const id = toolset(params)
    const version = versionOf(store, { of: 'toolset', id, wanted: body?.version })
    store.write(
      `INSERT INTO publications (toolset, environment, version) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET version = excluded.version`,
      ...[id, environmentOf(store, { org: params.org, name: params.environment }).id, version],
    )
    return { published: version }
  })
  app.delete<Route>('/orgs/:org/toolsets/:slug/published/:environment', async ({ params }) =>
    store.write(
      'DELETE FROM publications WHERE toolset = ? AND environment = ?',
      ...[toolset(params), environmentOf(store, { org: params.org, name: params.environment }).id],
    ),
  )

  function toolset({ org, slug }: Route['Params']): number {
    return found(store.find<{ readonly id: number }>('SELECT id FROM toolsets WHERE org = ? AND slug = ?', org, slug)).id
  }
}

function environmentOf(store: Store, { name, org }: { readonly org: string; readonly name: string }): EnvironmentRow {
  return found(store.find<EnvironmentRow>('SELECT * FROM environments WHERE org = ? AND name = ?', org, name))
}

interface Versioned {
  readonly of: 'workflow' | 'toolset'
  readonly id: number
}

function addVersion(store: Store, { definition, id, of }: Versioned & { readonly definition: unknown }): object {
  const { version } = store.one<{ readonly version: number }>(
    `SELECT coalesce(max(version), 0) + 1 AS version FROM ${of}_versions WHERE ${of} = ?`,
    id,
  )
  store.write(`INSERT INTO ${of}_versions (${of}, version, definition) VALUES (?, ?, ?)`, id, version, JSON.stringify(definition))
  return { version }
}

/** Returns the wanted version, or the latest version if none is wanted. */
function versionOf(store: Store, { id, of, wanted }: Versioned & { readonly wanted: number | undefined }): number {
  const row = store.find<{ readonly version: number }>(
    `SELECT version FROM ${of}_versions WHERE ${of} = ? AND version = coalesce(?, version) ORDER BY version DESC`,
    ...[id, wanted ?? null],
  )
  return found(row).version
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(40490, 'There is no such thing')
  return value
}
