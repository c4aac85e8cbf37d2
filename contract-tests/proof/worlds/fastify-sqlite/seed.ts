/** Where a deployment is, and who operates it. */
export interface Deployment {
  readonly url: string
  readonly adminToken: string
}

/** The values that the configuration beside this file refers to, by the names of its variables. */
export type Environment = Readonly<Record<string, string>>

/** Creates the fixtures of the configuration in a new deployment, through the operator's API. */
export async function seed({ adminToken, url }: Deployment): Promise<Environment> {
  const admin = `${url}/admin`
  const authorization = `Bearer ${adminToken}`

  async function tell<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { authorization, 'content-type': 'application/json' } }
    const response = await fetch(`${admin}${path}`, { method, headers: { authorization }, ...sent })
    if (!response.ok) throw new Error(`Cannot ${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  async function organization(name: string, environments: Readonly<Record<string, Environment>>): Promise<number> {
    const { org } = await tell<{ readonly org: number }>('POST', '/orgs', { name, credits: 1000 })
    for (const [environment, variables] of Object.entries(environments)) {
      await tell('PUT', `/orgs/${org}/environments/${environment}`, { variables })
    }
    return org
  }

  async function workflow(org: number, flow: string, ...definitions: readonly unknown[]): Promise<string> {
    for (const definition of definitions) await tell('POST', `/flows/${flow}/versions`, { org, definition })
    return (await tell<{ readonly key: string }>('POST', `/flows/${flow}/publish`, { version: 1 })).key
  }

  async function toolset(org: number, slug: string, on: Toolset): Promise<void> {
    const { published, versions, visibility } = on
    for (const definition of versions) await tell('POST', `/orgs/${org}/toolsets/${slug}/versions`, { definition, visibility })
    for (const [environment, version] of Object.entries(published)) {
      await tell('PUT', `/orgs/${org}/toolsets/${slug}/published/${environment}`, { version })
    }
  }

  async function hostingKey(org: number, environment: string): Promise<string> {
    return (await tell<{ readonly key: string }>('POST', `/orgs/${org}/keys`, { environment })).key
  }

  const acme = await organization('Acme 7', {
    default: { SENDER: 'postmaster-eu' },
    staging: { SENDER: 'postmaster-lab' },
    empty: {},
  })
  const globex = await organization('Globex', { default: {} })
  const initech = await organization('Initech', { default: {} })

  const keys = {
    ECHO_KEY: await workflow(acme, 'echo', echo, constant('the draft of echo')),
    TYPED_KEY: await workflow(acme, 'intake', intake),
    FAILING_KEY: await workflow(acme, 'failing', failing),
    SLOW_KEY: await workflow(acme, 'slow', slow),
    ROTATED_KEY: await workflow(acme, 'rotated', constant('done')),
    SECOND_KEY: await workflow(acme, 'second', constant('done')),
    OTHER_KEY: await workflow(globex, 'ledger', constant('done')),
    ARCHIVED_KEY: await workflow(acme, 'attic', constant('done')),
    NULL_KEY: await workflow(acme, 'gives-null', giving(null)),
    ZERO_KEY: await workflow(acme, 'gives-zero', giving(0)),
    NOTHING_KEY: await workflow(acme, 'gives-nothing', giving('')),
    FALSE_KEY: await workflow(acme, 'gives-false', giving(false)),
  }
  await tell('POST', '/flows/attic/archive')
  for (const flow of ['draft', 'spare'])
    await tell('POST', `/flows/${flow}/versions`, { org: acme, definition: constant('done') })

  await toolset(acme, 'mail', { versions: ['first', 'second', 'third'].map(mail), published: { default: 2, staging: 3 } })
  await toolset(acme, 'weather', { versions: [tools('forecast')], published: { default: 1 }, visibility: 'public' })
  await toolset(acme, 'lab', { versions: [tools('try')], published: { staging: 1 } })
  await toolset(acme, 'hollow', { versions: [tools()], published: { default: 1, staging: 1 } })
  await toolset(acme, 'unreleased', { versions: [tools('hidden')], published: {} })
  await toolset(globex, 'mail', { versions: [mail('first')], published: { default: 1 } })
  await toolset(globex, 'billing', { versions: [tools('invoice')], published: { default: 1 }, visibility: 'public' })
  await toolset(initech, 'reports', { versions: [tools('print'), tools('print')], published: {} })
  await toolset(initech, 'blank', { versions: [tools()], published: {} })
  const { cookie } = await tell<{ readonly cookie: string }>('POST', `/orgs/${acme}/sessions`)

  return {
    CONVEYOR_URL: url,
    CONVEYOR_ADMIN_TOKEN: adminToken,
    ...keys,
    HOST_KEY: await hostingKey(acme, 'default'),
    STAGING_HOST_KEY: await hostingKey(acme, 'staging'),
    EMPTY_HOST_KEY: await hostingKey(acme, 'empty'),
    OTHER_HOST_KEY: await hostingKey(globex, 'default'),
    UNPUBLISHED_HOST_KEY: await hostingKey(initech, 'default'),
    CONSOLE_SESSION: cookie,
  }
}

interface Toolset {
  readonly versions: readonly unknown[]
  readonly published: Readonly<Record<string, number>>
  readonly visibility?: string
}

/** How long the slow workflow takes, as the configuration says. */
const slowMs = 250

const optional = { optional: true }
const echo = {
  inputs: {
    text: { type: 'string', ...optional },
    count: { type: 'number', ...optional },
    flag: { type: 'boolean', ...optional },
    data: { type: 'object', ...optional },
    list: { type: 'array', ...optional },
  },
  steps: [{ id: 'collect', compute: { $get: ['args'] } }],
  output: { $get: ['steps', 'collect'] },
}
const intake = {
  inputs: { subject: { type: 'string' }, priority: { type: 'number', ...optional } },
  steps: [{ id: 'keep', compute: { $get: ['args', 'subject'] } }],
  output: { $get: ['steps', 'keep'] },
}
const failing = {
  inputs: {},
  steps: [
    { id: 'look-up', compute: { customer: 4711 } },
    { id: 'charge', raise: { name: 'CardError', message: 'The card is declined' } },
    { id: 'thank', compute: 'Thank you' },
  ],
  output: null,
}
const slow = { inputs: {}, steps: [{ id: 'wait', pause: slowMs }], output: 'worth the wait' }
function mail(edition: string): object {
  return { title: 'Mail', tools: { ...mailTools, edition: constant(edition) } }
}

const mailTools = {
  send: { inputs: { text: { type: 'string', ...optional } }, steps: [], output: { sent: { $get: ['args', 'text'] } } },
  bounce: { inputs: {}, steps: [{ id: 'deliver', raise: { name: 'MailboxFull', message: '4.2.2' } }], output: null },
  sender: { inputs: {}, steps: [], output: { $get: ['env', 'SENDER'] } },
}

function giving(value: unknown): object {
  return { inputs: {}, steps: [{ id: 'give', compute: value }], output: { $get: ['steps', 'give'] } }
}

function constant(output: unknown): object {
  return { inputs: {}, steps: [], output }
}

function tools(...names: readonly string[]): object {
  return { tools: Object.fromEntries(names.map((name) => [name, constant(name)])) }
}
