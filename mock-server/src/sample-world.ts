export { sampleKeys } from './sample-world/keys.ts'

import type { WorkflowContext } from './core/implementation.ts'
import type { JsonObject } from './core/json.ts'
import { sampleKeys } from './sample-world/keys.ts'
import { createSampleOrganizations } from './sample-world/organizations.ts'
import type { MockSeed, WorkspaceSeed } from './schema/world.ts'

/**
 * The state that `wfhost-mock` starts with: two organizations with tool sets, two workspaces with workflows that
 * succeed, fail, take their time and cannot be run. `sampleKeys` has the keys.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const service = createMockService(createSampleWorld())
 * const response = await service.fetch(
 *   new Request('http://localhost/v1/public/wfhost/manifest', {
 *     headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` },
 *   }),
 * )
 * assert.equal(response.status, 200)
 * ```
 */
export function createSampleWorld(): MockSeed {
  return { organizations: createSampleOrganizations(), workspaces: sampleWorkspaces() }
}

const slowMs = 300

function sampleWorkspaces(): readonly WorkspaceSeed[] {
  const { workflows: keys } = sampleKeys
  return [
    {
      id: 'support',
      name: 'Support',
      workflows: [
        {
          flowId: 'support-triage',
          name: 'Support triage',
          key: keys['support-triage'],
          published: true,
          parameters: [
            { name: 'subject', type: 'string', required: true },
            { name: 'priority', type: 'number' },
            { name: 'urgent', type: 'boolean' },
            { name: 'customer', type: 'object' },
            { name: 'tags', type: 'array' },
          ],
          implementation: triage,
        },
        {
          flowId: 'echo',
          name: 'Echo',
          key: keys.echo,
          published: true,
          parameters: [
            { name: 'text', type: 'string' },
            { name: 'number', type: 'number' },
            { name: 'flag', type: 'boolean' },
            { name: 'data', type: 'object' },
            { name: 'list', type: 'array' },
          ],
          implementation: (args) => args,
        },
        {
          flowId: 'webhook-intake',
          name: 'Webhook intake',
          key: keys['webhook-intake'],
          published: true,
          parameters: [{ name: 'payload', type: 'string', required: true }],
          implementation: ({ payload = null }) => payload,
        },
        {
          flowId: 'slow',
          name: 'Takes its time',
          key: keys.slow,
          published: true,
          implementation: async (_args, { sleep, step }) => step('wait', () => sleep(slowMs).then(() => 'worth the wait')),
        },
        {
          flowId: 'from-json',
          name: 'Returns what a text says',
          key: keys['from-json'],
          published: true,
          parameters: [{ name: 'json', type: 'string', required: true }],
          implementation: ({ json }, { step }) => step('parse', () => JSON.parse(String(json))),
        },
        { flowId: 'archived', key: keys.archived, published: true, archived: true, implementation: () => null },
        // Nothing else uses it, so its key may be regenerated at any time.
        { flowId: 'rotated', name: 'Has its key regenerated', published: true, implementation: () => null },
        { flowId: 'draft', implementation: () => null },
        { flowId: 'spare', implementation: () => null },
      ],
    },
    {
      id: 'finance',
      name: 'Finance',
      workflows: [
        {
          flowId: 'charge-card',
          name: 'Charge a card',
          key: keys['charge-card'],
          published: true,
          parameters: [{ name: 'amount', type: 'number', required: true }],
          implementation: chargeCard,
        },
        {
          flowId: 'monthly-report',
          name: 'Monthly report',
          key: keys['monthly-report'],
          published: true,
          implementation: (_args, { now }) => ({ month: new Date(now()).toISOString().slice(0, 7) }),
        },
      ],
    },
  ]
}

async function triage({ priority = 3, subject, urgent = false }: JsonObject, { step }: WorkflowContext): Promise<JsonObject> {
  const team = await step('classify', () => (/invoice|refund|payment/i.test(String(subject)) ? 'billing' : 'support'))
  const soon = urgent === true || Number(priority) <= 2
  const reply = await step('answer', () => (soon ? 'We look into it now.' : 'We look into it.'))
  return { team, reply }
}

async function chargeCard({ amount }: JsonObject, { step }: WorkflowContext): Promise<never> {
  await step('look-up', () => ({ card: 'ends in 4242' }))
  return step('charge', () => {
    throw Object.assign(new Error(`The card was declined for ${String(amount)}`), { name: 'CardDeclined' })
  })
}
