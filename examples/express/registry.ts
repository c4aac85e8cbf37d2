// registry.ts: the manifests and executions of tools on Express, and the routes of an administrator.
import express, { type Express, type RequestHandler } from 'express'
import { createOrganizations, type Organization, type Tool } from './organizations.ts'
import { type Limits, refuse } from './refuse.ts'

/** The organization of the key, and its environment. */
interface Caller {
  readonly organization: Organization
  readonly environment: string
}

/** Adds a registry with organizations of its own. */
export function addRegistry(app: Express, limits: Limits): void {
  const organizations = createOrganizations()
  const callers = new Map<string, Caller>()
  for (const [id, organization] of organizations) {
    for (const environment of Object.keys(organization.environments)) {
      callers.set(`tools-of-${id}-${environment}`, { organization, environment })
    }
  }

  const authenticate: RequestHandler = ({ headers }, response, next) => {
    const [, key = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    const caller = callers.get(key)
    if (caller === undefined) return refuse(response.set('www-authenticate', 'Bearer'), 401, 'The API key is missing or invalid')
    const waitMs = limits.take(key)
    if (waitMs > 0) return refuse(response.set('retry-after', String(Math.ceil(waitMs / 1000))), 429, 'Too many requests')
    response.locals['caller'] = caller
    next()
  }
  /** A user who is signed in at the console needs no key for the manifest of an organization. */
  const signIn: RequestHandler = (request, response, next) => {
    const [, id = ''] = /(?:^|;\s*)console_session=session-of-(\w+)(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
    const organization = organizations.get(id)
    if (organization === undefined || request.headers.authorization !== undefined) return authenticate(request, response, next)
    response.locals['caller'] = { organization, environment: 'default' }
    next()
  }

  app.get('/v1/public/wfhost/manifest', authenticate, (_, response) => {
    const listed = list(published(response.locals['caller']))
    if (listed.length === 0) return refuse(response, 400, 'No published toolsets')
    response.json({ execute: '/v1/public/wfhost/execute', toolsets: listed })
  })

  app.get<{ id: string }>('/v1/orgs/:id/wfhost/manifest', signIn, ({ params }, response) => {
    const caller: Caller = response.locals['caller']
    if (organizations.get(params.id) !== caller.organization) return refuse(response, 403, 'This is not your organization')
    const own = list(published(caller))
    const listed = own.length > 0 ? own : list(latest(caller.organization))
    if (listed.length === 0) return refuse(response, 400, 'No published toolsets')
    response.json({ execute: '/v1/public/wfhost/execute', toolsets: listed })
  })

  app.post('/v1/public/wfhost/execute', authenticate, express.json({ strict: false }), async ({ body }, response) => {
    const caller: Caller = response.locals['caller']
    const { organization, environment } = caller
    const { args = {}, tool, toolset } = Object(body)
    if (typeof toolset !== 'string' || typeof tool !== 'string') return refuse(response, 400, 'Send toolset, tool and args')
    const [, , tools = {}] = published(caller).find(([name]) => name === toolset) ?? []
    const execute = Object.hasOwn(tools, tool) ? tools[tool] : undefined
    if (execute === undefined) return refuse(response, 404, `${toolset} has no ${tool} in ${environment}`)
    if (organization.credits < 1) return refuse(response, 402, 'The organization has no credits left')
    // The credit is reserved during the execution, so that two executions do not share the last one. Only a success takes it.
    organization.credits -= 1
    try {
      const result = await execute(args, organization.environments[environment] ?? {})
      response.json({ status: 'success', result })
    } catch (thrown) {
      organization.credits += 1
      const { message: value, name } = thrown instanceof Error ? thrown : new Error(String(thrown))
      response.json({ status: 'failed', error: { name, value } })
    }
  })

  app.post<{ toolset: string }>('/admin/tools/:toolset/publish', express.json(), ({ body, params }, response) => {
    const toolset = organizations.get('acme')?.toolsets[params.toolset]
    if (toolset === undefined) return refuse(response, 404, 'There is no such tool set')
    toolset.published['default'] = Number(body.version)
    response.json({})
  })
  app.get('/admin/credits', (_, response) => {
    response.json({ credits: organizations.get('acme')?.credits })
  })
}

type Listed = readonly [name: string, version: number, tools: Readonly<Record<string, Tool>>]

/** Each tool set in the version of the environment. */
function published({ environment, organization }: Caller): Listed[] {
  return Object.entries(organization.toolsets).flatMap(([name, { published: versions, versions: all }]): Listed[] => {
    const version = versions[environment]
    return version === undefined ? [] : [[name, version, all[version - 1] ?? {}]]
  })
}

function latest({ toolsets }: Organization): Listed[] {
  return Object.entries(toolsets).map(([name, { versions }]) => [name, versions.length, versions.at(-1) ?? {}])
}

/** A tool set without a tool is in no manifest. */
function list(toolsets: readonly Listed[]): object[] {
  return toolsets
    .map(([name, version, tools]) => ({ name, version, tools: Object.keys(tools) }))
    .filter(({ tools }) => tools.length > 0)
}
