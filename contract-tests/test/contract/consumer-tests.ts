import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MockSeed } from '@wfhost/mock-server'
import { type TestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import * as z from 'zod'
import { nest } from './staging.ts'

/** A workflow as the client's `defineWorkflow` defines it: the tests read `team` and, if it is there, `note`. */
const triage = {
  flowId: 'triage',
  args: z.object({ subject: z.string() }),
  result: z.object({ team: z.string(), note: z.optional(z.string()), score: z.nullable(z.number()) }),
}

/** The world of the consumer's tests. */
function createConsumerSeed(): MockSeed {
  return {
    workspaces: [
      {
        id: 'team',
        workflows: [
          { flowId: 'report', key: 'report-key-1', parameters: [], implementation: createReport },
          {
            flowId: 'charge',
            key: 'charge-key-1',
            parameters: [{ name: 'amount', type: 'number', required: true }],
            implementation: async (_args, { step }) => {
              await step('look-up', () => ({ card: 'ends in 4242' }))
              return step('charge', () => {
                throw Object.assign(new Error('The card was declined'), { name: 'CardDeclined' })
              })
            },
          },
          { flowId: 'retired', key: 'retired-key-1', archived: true, published: true, implementation: () => null },
        ],
      },
    ],
    organizations: [
      {
        id: 'acme',
        credits: 100,
        environments: [{ name: 'default' }, { name: 'empty' }],
        toolsets: [
          {
            id: 'mail',
            name: 'Mail',
            versions: [
              {
                version: '1.0.0',
                tools: [
                  { name: 'send', parameters: [{ name: 'text', type: 'string' }], implementation: ({ text = '' }) => ({ text }) },
                  { name: 'bounce', parameters: [], implementation: () => null },
                ],
              },
            ],
            published: { default: '1.0.0' },
          },
        ],
        toolHostingKeys: [
          { name: 'Default', environment: 'default', key: 'host-key-1' },
          { name: 'Empty', environment: 'empty', key: 'empty-key-1' },
        ],
      },
    ],
  }
}

function createReport() {
  const items = [
    { id: 1, name: 'open' },
    { id: 2, name: 'closed', comment: 'none' },
  ]
  return { month: '2026-11', totals: { open: 1 }, items, note: null, nested: nest(1) }
}

/** Sends the requests of the consumer's tests, and returns the path of the contract that they wrote. */
export async function recordConsumerTests(): Promise<string> {
  const contract = join(await mkdtemp(join(tmpdir(), 'consumer-')), 'wfhost-contract.har')
  await withTestWorld({ seed: createConsumerSeed, contract }, async (world) => {
    await runWorkflows(world)
    await useRegistry(world)
    await breakWorld(world)
  })
  return contract
}

async function runWorkflows(world: TestWorld): Promise<void> {
  const triageKey = world.publish(triage, () => ({ team: 'billing', note: 'later', score: 0.5, internal: 1 }))
  await run(world, { flowId: 'triage', key: triageKey, args: { subject: 'Invoice' } })
  await run(world, { flowId: 'triage', key: triageKey, args: {} })
  await run(world, { flowId: 'report', key: 'report-key-1' })
  await run(world, { flowId: 'report', key: 'report-key-1', mode: 'async' })
  await run(world, { flowId: 'report', key: 'report-key-1', mode: undefined })
  await run(world, { flowId: 'charge', key: 'charge-key-1', args: { amount: 5 } })

  await run(world, { flowId: 'charge', key: 'report-key-1', args: { amount: 5 } })
  await run(world, { flowId: 'missing', key: 'report-key-1' })
  await run(world, { flowId: 'retired', key: 'retired-key-1' })
  await run(world, { flowId: 'report', key: 'wrong' })
}

async function useRegistry(world: TestWorld): Promise<void> {
  await getManifest(world, 'host-key-1')
  await getManifest(world, 'empty-key-1')
  await execute(world, { toolset: 'mail', tool: 'send', arguments: { text: 'Hello' } })
}

/** Puts the world into states that a real server has only by chance. */
async function breakWorld(world: TestWorld): Promise<void> {
  world.setRateLimit({ requests: 0, windowMs: 60_000 })
  await getManifest(world, 'host-key-1')
  world.setRateLimit(undefined)

  world.addFault({ kind: 'status', status: 503, count: 1 })
  await run(world, { flowId: 'charge', key: 'charge-key-1', args: { amount: 6 } })
  world.archiveWorkflow('report')
  await run(world, { flowId: 'report', key: 'report-key-1', args: {}, mode: 'sync' })
}

interface Run {
  readonly flowId: string
  readonly key: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly mode?: string | undefined
}

async function run(world: TestWorld, { args = {}, flowId, key, ...rest }: Run): Promise<void> {
  const mode = 'mode' in rest ? rest.mode : 'sync'
  const body = { args: Object.entries(args).map(([name, value]) => ({ name, value })), mode }
  await world.fetch(`${world.url}/api/v2/external/flows/${flowId}/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function getManifest(world: TestWorld, key: string): Promise<void> {
  await world.fetch(`${world.url}/v1/public/wfhost/manifest`, { headers: { authorization: `Bearer ${key}` } })
}

async function execute(world: TestWorld, payload: unknown): Promise<void> {
  await world.fetch(`${world.url}/v1/public/wfhost/execute`, {
    method: 'POST',
    headers: { authorization: 'Bearer host-key-1', 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
}
