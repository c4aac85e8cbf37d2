import type { Reply } from '../engine.ts'

type Args = Readonly<Record<string, unknown>>

/** The values of an environment profile that a tool can read. */
interface Environment {
  readonly sender: string
  readonly version: string
}

type Tool = (args: Args, environment: Environment) => unknown

interface Toolset {
  readonly name: string
  /** The tools of each version, from the oldest version to the latest. */
  readonly versions: ReadonlyMap<string, Readonly<Record<string, Tool>>>
  /** The published version of each environment profile. */
  readonly published: Map<string, string>
}

interface Organization {
  readonly toolsets: readonly Toolset[]
  credits: number
}

/** The organization and the environment profile of a tool-hosting key. */
interface KeyOwner {
  readonly orgId: string
  readonly profile: string
}

/** How a client of the organization manifest identifies itself. */
export interface Caller {
  readonly key: string | undefined
  /** The header Cookie. */
  readonly cookie: string | undefined
}

const EXECUTE_PATH = '/v1/public/wfhost/execute'

/** The tool registry of a team, independent of any framework. */
export class Registry {
  readonly #organizations = createOrganizations()
  readonly #publicationListeners: (() => void)[] = []

  /** Returns the public manifest of a key. */
  readManifest(key: string | undefined): Reply {
    const owner = findOwner(key)
    if (owner === undefined) return refuse(401, 'Unknown key')

    const listed = this.#listPublished(owner)
    return listed.length === 0 ? refuse(400, 'No published toolsets') : respondWithManifest(listed)
  }

  /** Returns the manifest of an organization, with the latest versions if nothing is published. */
  readOrganizationManifest(orgId: string, { cookie, key }: Caller): Reply {
    const owner = findOwner(key) ?? findSession(cookie)
    if (owner === undefined) return refuse(401, 'Unknown key')
    if (owner.orgId !== orgId) return refuse(403, 'No access')

    const published = this.#listPublished(owner)
    const listed = published.length > 0 ? published : this.#listLatest(orgId)
    return listed.length === 0 ? refuse(400, 'No published toolsets') : respondWithManifest(listed)
  }

  /** Executes a tool, and takes a credit if it succeeds. */
  execute(key: string | undefined, body: unknown): Reply {
    const owner = findOwner(key)
    if (owner === undefined) return refuse(401, 'Unknown key')

    const { arguments: args = {}, tool, toolset } = Object(body)
    const toolsetOfKey = this.#find(owner.orgId).toolsets.find(({ name }) => name === toolset)
    const version = toolsetOfKey?.published.get(owner.profile) ?? ''
    const tools = toolsetOfKey?.versions.get(version) ?? {}
    if (!Object.hasOwn(tools, tool)) return refuse(404, 'Unknown tool')

    const environment = { sender: `sender-of-${owner.profile}`, version }
    return this.#perform(owner.orgId, () => (tools[tool] as Tool)(args, environment))
  }

  /** Calls a function after each publication, so that a cache can be cleared. */
  onPublication(listener: () => void): void {
    this.#publicationListeners.push(listener)
  }

  /** Functions for the hooks of the suite. */
  readonly hooks = {
    publishToolset: async ({ toolset, version }: { readonly toolset: string; readonly version: string }): Promise<void> => {
      const published = this.#find('acme').toolsets.find(({ name }) => name === toolset)
      published?.published.set('default', version)
      for (const listener of this.#publicationListeners) listener()
    },
    creditBalance: async (): Promise<number> => this.#find('acme').credits,
  }

  /** Performs an execution, and takes a credit from an organization if it succeeds. */
  #perform(orgId: string, execute: () => unknown): Reply {
    try {
      const result = execute()
      this.#find(orgId).credits -= 1
      return { status: 200, body: { status: 'success', result } }
    } catch (error) {
      return { status: 200, body: { status: 'failed', error: { name: 'Error', value: String(error) } } }
    }
  }

  #listPublished({ orgId, profile }: KeyOwner): object[] {
    return this.#find(orgId).toolsets.flatMap((toolset) => listVersion(toolset, toolset.published.get(profile)))
  }

  #listLatest(orgId: string): object[] {
    return this.#find(orgId).toolsets.flatMap((toolset) => listVersion(toolset, [...toolset.versions.keys()].at(-1)))
  }

  #find(orgId: string): Organization {
    const organization = this.#organizations.get(orgId)
    if (organization === undefined) throw new Error(`Cannot find organization ${orgId}: there is none`)
    return organization
  }
}

/** Lists a tool set in a version, unless that has no tool. */
function listVersion({ name, versions }: Toolset, version = ''): object[] {
  const tools = Object.keys(versions.get(version) ?? {})
  return tools.length === 0 ? [] : [{ name, version, tools: tools.map((tool) => ({ name: tool })) }]
}

function respondWithManifest(toolsets: readonly object[]): Reply {
  return { status: 200, body: { execute: { method: 'POST', url: EXECUTE_PATH }, toolsets } }
}

function refuse(status: number, message: string): Reply {
  return { status, body: { message } }
}

/** The keys. Each has the names of its organization and its environment profile. */
const keys = ['host-acme-default', 'host-acme-staging', 'host-acme-empty', 'host-globex-default', 'host-initech-default']

/** Finds the owner of a key. */
function findOwner(key = ''): KeyOwner | undefined {
  if (!keys.includes(key)) return undefined

  const [, orgId = '', profile = ''] = key.split('-')
  return { orgId, profile }
}

/** Finds the owner of a console session. */
function findSession(cookie = ''): KeyOwner | undefined {
  return cookie === 'console_session=session-acme' ? { orgId: 'acme', profile: 'default' } : undefined
}

function createOrganizations(): ReadonlyMap<string, Organization> {
  const mailTools: Readonly<Record<string, Tool>> = {
    send: ({ text = null }) => ({ sent: text }),
    fail: () => {
      throw new Error('The mailbox is full')
    },
    sender: (_args, { sender }) => sender,
    version: (_args, { version }) => version,
  }
  const print = { print: () => null }

  return new Map([
    [
      'acme',
      createOrganization([
        createToolset('mail', {
          versions: { '1.2.0': mailTools, '2.0.0': { ...mailTools, recall: () => null } },
          published: { default: '1.2.0', staging: '2.0.0' },
        }),
        createToolset('weather', {
          versions: { '3.0.1': { forecast: () => 'rain' }, '3.1.0': { forecast: () => 'sun' } },
          published: { default: '3.0.1' },
        }),
        createToolset('staging-only', { versions: { '0.1.0': { try: () => null } }, published: { staging: '0.1.0' } }),
        createToolset('toolless', { versions: { '1.0.0': {} }, published: { default: '1.0.0', staging: '1.0.0' } }),
        createToolset('unpublished', { versions: { '1.0.0': { hidden: () => null } }, published: {} }),
      ]),
    ],
    [
      'globex',
      createOrganization([
        createToolset('billing', { versions: { '5.4.3': { invoice: () => null } }, published: { default: '5.4.3' } }),
      ]),
    ],
    [
      'initech',
      createOrganization([
        createToolset('reports', { versions: { '0.9.0': print, '0.9.1': print }, published: {} }),
        createToolset('sketches', { versions: { '1.0.0': {} }, published: {} }),
      ]),
    ],
  ])
}

function createOrganization(toolsets: readonly Toolset[]): Organization {
  return { toolsets, credits: 1000 }
}

interface ToolsetOptions {
  readonly versions: Readonly<Record<string, Readonly<Record<string, Tool>>>>
  readonly published: Readonly<Record<string, string>>
}

function createToolset(name: string, { published, versions }: ToolsetOptions): Toolset {
  return { name, versions: new Map(Object.entries(versions)), published: new Map(Object.entries(published)) }
}
