import type { MockSeed } from '@wfhost/mock-server'
import type { TargetFixtures } from '../src/target/target.ts'

const slowWorkflowMs = 50

/** Differences from the world of the fixtures. */
export interface ContractWorld {
  /** Names of more tool sets of another organization, in version 7.0.0, with a tool send. */
  readonly globexHas?: readonly string[]
  /** How long the slow workflow takes. */
  readonly slowMs?: number
}

/** Creates the state that the fixtures describe. Each target has a new state, so rules do not affect each other. */
export function createContractWorld({ globexHas = [], slowMs = slowWorkflowMs }: ContractWorld = {}): MockSeed {
  return { organizations: [acme(), globex(globexHas), initech()], workspaces: [support(slowMs), finance()] }
}

/** The fixtures that the contract world has for the rules. */
export const contractFixtures: Omit<TargetFixtures, 'consoleSession' | 'regenerated' | 'manifest'> = {
  echo: {
    flowId: 'echo',
    key: 'key-echo',
    parameters: { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' },
  },
  typed: {
    flowId: 'typed',
    key: 'key-typed',
    validArguments: { subject: 'Hello', priority: 1 },
    required: 'subject',
    mistyped: { name: 'priority', value: 'high' },
  },
  failing: {
    ...{ flowId: 'failing', key: 'key-failing', succeededStep: 'look-up', failedStep: 'charge' },
    error: { name: 'RangeError', value: 'The card is declined' },
  },
  slow: { flowId: 'slow', key: 'key-slow', durationMs: slowWorkflowMs, result: 'worth the wait' },
  secondWorkflow: { flowId: 'typed-twin', key: 'key-typed-twin' },
  otherWorkspace: { flowId: 'ledger', key: 'key-ledger' },
  archived: { flowId: 'archived', key: 'key-archived' },
  unpublishedFlowId: 'draft',
  publishableFlowId: 'publishable',
  unknownFlowId: 'no-such-workflow',
  registry: {
    key: 'host-acme-default',
    listed: [
      { toolset: 'mail', version: '1.2.0', tool: 'send', otherVersionTool: 'recall' },
      { toolset: 'mail', version: '1.2.0', tool: 'fail' },
      { toolset: 'weather', version: '3.0.1', tool: 'forecast' },
    ],
    notListed: ['staging-only', 'toolless', 'unpublished', 'billing'],
  },
  otherEnvironment: {
    key: 'host-acme-staging',
    listed: [
      { toolset: 'mail', version: '2.0.0', tool: 'send' },
      { toolset: 'staging-only', version: '0.1.0', tool: 'try' },
    ],
    notListed: ['weather', 'toolless', 'unpublished', 'billing'],
  },
  otherOrganization: {
    key: 'host-globex-default',
    listed: [{ toolset: 'billing', version: '5.4.3', tool: 'invoice' }],
    notListed: ['mail', 'weather'],
  },
  nothingPublished: { key: 'host-acme-empty' },
  organization: { orgId: 'acme', key: 'host-acme-default', sessionCookie: 'console_session=session-acme' },
  unpublishedOrganization: {
    ...{ orgId: 'initech', key: 'host-initech-default', toolset: 'reports', latestVersion: '0.9.1' },
    notListed: ['sketches'],
  },
  publishableToolset: { toolset: 'weather', version: '3.1.0' },
  falsyOutputs: [null, 0, '', false].map((result, index) => ({
    ...{ flowId: `falsy-${index}`, key: `key-falsy-${index}` },
    ...{ result, step: 'compute' },
  })),
  execute: { payload: { toolset: 'mail', tool: 'send', arguments: { text: 'needle-7f3' } }, expectedText: 'needle-7f3' },
  executeFailing: { toolset: 'mail', tool: 'fail' },
  executeEnvironment: {
    payload: { toolset: 'mail', tool: 'sender' },
    expectedText: { registry: 'sender-of-default', otherEnvironment: 'sender-of-staging' },
  },
  executeVersion: {
    payload: { toolset: 'mail', tool: 'version' },
    expectedText: { registry: '1.2.0', otherEnvironment: '2.0.0' },
  },
}

/**
 * A delay that is longer than a quick response on a busy machine. If it were shorter, a second request would change the
 * counts and the reports.
 */
export const lateMs = 400

/** The fixtures of a world with a slow workflow that takes this long. */
export const lateFixtures = { ...contractFixtures, slow: { ...contractFixtures.slow, durationMs: lateMs } }

/** The places of the tool sets in the manifests of the reference server. */
export const manifestPointers = {
  manifest: { toolsets: '/toolsets/*', name: '/name', version: '/version', tool: '/tools/*/name' },
} as const satisfies Partial<TargetFixtures>

type Organization = NonNullable<MockSeed['organizations']>[number]
type Toolset = NonNullable<Organization['toolsets']>[number]
type Workspace = NonNullable<MockSeed['workspaces']>[number]
type Workflow = NonNullable<Workspace['workflows']>[number]

function acme(): Organization {
  return {
    id: 'acme',
    name: 'Acme',
    credits: 100,
    environments: [
      { name: 'default', variables: { SENDER: 'sender-of-default' } },
      { name: 'staging', variables: { SENDER: 'sender-of-staging' } },
      { name: 'empty', variables: {} },
    ],
    toolsets: [
      mail(),
      weather(),
      oneTool({ id: 'staging-only', version: '0.1.0', tool: 'try', published: { staging: '0.1.0' } }),
      {
        id: 'toolless',
        name: 'toolless',
        visibility: 'private',
        versions: [{ version: '1.0.0', tools: [] }],
        published: { default: '1.0.0', staging: '1.0.0' },
      },
      oneTool({ id: 'unpublished', version: '1.0.0', tool: 'hidden', published: {} }),
    ],
    toolHostingKeys: [
      { name: 'default', environment: 'default', key: 'host-acme-default' },
      { name: 'staging', environment: 'staging', key: 'host-acme-staging' },
      { name: 'empty', environment: 'empty', key: 'host-acme-empty' },
    ],
    consoleSessions: ['session-acme'],
  }
}

function weather(): Toolset {
  const set = { id: 'weather', visibility: 'public', tool: 'forecast', published: { default: '3.0.1' } } as const
  const [now, next] = ['3.0.1', '3.1.0'].map((version) => oneTool({ ...set, version }))
  return { ...oneTool({ ...set, version: '3.0.1' }), versions: [...(now?.versions ?? []), ...(next?.versions ?? [])] }
}

function mail(): Toolset {
  const tools: Toolset['versions'][number]['tools'] = [
    {
      name: 'send',
      parameters: [{ name: 'text', type: 'string', required: true }],
      implementation: ({ text }) => ({ sent: text ?? null }),
    },
    {
      name: 'fail',
      parameters: [],
      implementation: () => {
        throw new Error('The mailbox is full')
      },
    },
    { name: 'sender', parameters: [], implementation: (_args, { variables }) => variables['SENDER'] ?? null },
  ]
  return {
    id: 'mail',
    name: 'mail',
    visibility: 'private',
    versions: ['1.0.0', '1.2.0', '2.0.0'].map((version) => ({
      version,
      tools: [
        ...tools,
        { name: 'version', parameters: [], implementation: () => version },
        ...(version === '2.0.0' ? [{ name: 'recall', parameters: [], implementation: () => null }] : []),
      ],
    })),
    published: { default: '1.2.0', staging: '2.0.0' },
  }
}

function globex(more: readonly string[]): Organization {
  return {
    id: 'globex',
    name: 'Globex',
    credits: 100,
    environments: [{ name: 'default', variables: {} }],
    toolsets: [
      oneTool({ id: 'billing', version: '5.4.3', tool: 'invoice', published: { default: '5.4.3' } }),
      ...more.map((id) => oneTool({ id, version: '7.0.0', tool: 'send', published: { default: '7.0.0' } })),
    ],
    toolHostingKeys: [{ name: 'default', environment: 'default', key: 'host-globex-default' }],
  }
}

function initech(): Organization {
  const reports = oneTool({ id: 'reports', version: '0.9.0', tool: 'print', published: {} })
  const latest = oneTool({ id: 'reports', version: '0.9.1', tool: 'print', published: {} })
  return {
    id: 'initech',
    name: 'Initech',
    credits: 100,
    environments: [{ name: 'default', variables: {} }],
    toolsets: [
      { ...reports, versions: [...reports.versions, ...latest.versions] },
      {
        ...{ id: 'sketches', name: 'sketches', visibility: 'private', published: {} },
        versions: [{ version: '1.0.0', tools: [] }],
      },
    ],
    toolHostingKeys: [{ name: 'default', environment: 'default', key: 'host-initech-default' }],
  }
}

function oneTool(set: {
  readonly id: string
  readonly version: string
  readonly tool: string
  readonly published: Readonly<Record<string, string>>
  readonly visibility?: 'private' | 'public'
}): Toolset {
  const { id, published, tool, version, visibility = 'private' } = set
  const tools = [{ name: tool, parameters: [], implementation: () => `${id} ${version}` }]
  return { id, name: id, visibility, versions: [{ version, tools }], published }
}

function support(slowMs: number): Workspace {
  return {
    id: 'support',
    name: 'Support',
    workflows: [
      {
        flowId: 'echo',
        key: 'key-echo',
        published: true,
        parameters: [
          { name: 'text', type: 'string' },
          { name: 'count', type: 'number' },
          { name: 'flag', type: 'boolean' },
          { name: 'data', type: 'object' },
          { name: 'list', type: 'array' },
        ],
        implementation: (args) => args,
      },
      { ...typed('typed'), key: 'key-typed' },
      { ...typed('typed-twin'), key: 'key-typed-twin', parameters: [] },
      {
        flowId: 'failing',
        key: 'key-failing',
        published: true,
        parameters: [],
        implementation: async (_args, { step }) => {
          await step('look-up', () => ({ customer: 'Ada' }))
          await step('charge', () => {
            throw new RangeError('The card is declined')
          })
          return null
        },
      },
      {
        flowId: 'slow',
        key: 'key-slow',
        published: true,
        parameters: [],
        implementation: async (_args, { sleep }) => {
          await sleep(slowMs)
          return 'worth the wait'
        },
      },
      ...contractFixtures.falsyOutputs.map(
        ({ flowId, key, result, step = '' }): Workflow => ({
          ...{ flowId, key, published: true, parameters: [] },
          implementation: (_args, context) => context.step(step, () => result as null | number | string | boolean),
        }),
      ),
      { ...typed('archived'), key: 'key-archived', archived: true },
      { ...typed('draft'), parameters: [], published: false },
      { ...typed('publishable'), parameters: [], published: false },
    ],
  }
}

function finance(): Workspace {
  return { id: 'finance', name: 'Finance', workflows: [{ ...typed('ledger'), parameters: [], key: 'key-ledger' }] }
}

function typed(flowId: string): Workflow {
  return {
    flowId,
    published: true,
    parameters: [
      { name: 'subject', type: 'string', required: true },
      { name: 'priority', type: 'number' },
    ],
    implementation: (args) => args['subject'] ?? null,
  }
}

/**
 * The delay of late effects on local servers, and the time that checks wait for them, in milliseconds. Both are equal,
 * so timers end in the order in which they began, even on a busy machine.
 */
export const localSettleMs = 10
