export { sampleKeys } from './sample-world/keys.ts'

import type { WorkflowContext } from './core/implementation.ts'
import type { JsonObject } from './core/json.ts'
import { sampleKeys } from './sample-world/keys.ts'
import { sampleOrganizations } from './sample-world/organizations.ts'
import type { WorkflowSeed } from './schema/workflow.ts'
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
  return { organizations: sampleOrganizations(), workspaces: sampleWorkspaces() }
}

const slowMs = 300

function sampleWorkspaces(): readonly WorkspaceSeed[] {
  return [
    {
      id: 'support',
      name: 'Support',
      workflows: [supportTriage(), echo(), webhookIntake(), slow(), archived(), rotated(), draft('draft'), draft('spare')],
    },
    { id: 'finance', name: 'Finance', workflows: [chargeCard(), monthlyReport()] },
  ]
}

function supportTriage(): WorkflowSeed {
  return {
    flowId: 'support-triage',
    name: 'Support triage',
    key: sampleKeys.workflows['support-triage'],
    published: true,
    parameters: [
      { name: 'subject', type: 'string', required: true },
      { name: 'priority', type: 'number' },
      { name: 'urgent', type: 'boolean' },
      { name: 'customer', type: 'object' },
      { name: 'tags', type: 'array' },
    ],
    implementation: triage,
  }
}

async function triage({ priority = 3, subject, urgent = false }: JsonObject, { step }: WorkflowContext): Promise<JsonObject> {
  const team = await step('classify', () => (/invoice|refund|payment/i.test(String(subject)) ? 'billing' : 'support'))
  const soon = urgent === true || Number(priority) <= 2
  const reply = await step('answer', () => (soon ? 'We look into it now.' : 'We look into it.'))
  return { team, reply }
}

function chargeCard(): WorkflowSeed {
  return {
    flowId: 'charge-card',
    name: 'Charge a card',
    key: sampleKeys.workflows['charge-card'],
    published: true,
    parameters: [{ name: 'amount', type: 'number', required: true }],
    implementation: async ({ amount }, { step }) => {
      await step('look-up', () => ({ card: 'ends in 4242' }))
      return step('charge', () => {
        throw new CardDeclined(`The card was declined for ${String(amount)}`)
      })
    },
  }
}

class CardDeclined extends Error {
  override readonly name = 'CardDeclined'
}

function echo(): WorkflowSeed {
  return {
    flowId: 'echo',
    name: 'Echo',
    key: sampleKeys.workflows.echo,
    published: true,
    parameters: [
      { name: 'text', type: 'string' },
      { name: 'number', type: 'number' },
      { name: 'flag', type: 'boolean' },
      { name: 'data', type: 'object' },
      { name: 'list', type: 'array' },
    ],
    implementation: (args) => args,
  }
}

function webhookIntake(): WorkflowSeed {
  return {
    flowId: 'webhook-intake',
    name: 'Webhook intake',
    key: sampleKeys.workflows['webhook-intake'],
    published: true,
    parameters: [{ name: 'payload', type: 'string', required: true }],
    implementation: ({ payload = null }) => payload,
  }
}

function slow(): WorkflowSeed {
  return {
    flowId: 'slow',
    name: 'Takes its time',
    key: sampleKeys.workflows.slow,
    published: true,
    implementation: async (_args, { sleep, step }) => step('wait', () => sleep(slowMs).then(() => 'worth the wait')),
  }
}

function archived(): WorkflowSeed {
  return { flowId: 'archived', key: sampleKeys.workflows.archived, published: true, archived: true, implementation: () => null }
}

/** Nothing else uses it, so its key may be regenerated at any time. */
function rotated(): WorkflowSeed {
  return { flowId: 'rotated', name: 'Has its key regenerated', published: true, implementation: () => null }
}

function draft(flowId: string): WorkflowSeed {
  return { flowId, implementation: () => null }
}

function monthlyReport(): WorkflowSeed {
  return {
    flowId: 'monthly-report',
    name: 'Monthly report',
    key: sampleKeys.workflows['monthly-report'],
    published: true,
    implementation: (_args, { now }) => ({ month: new Date(now()).toISOString().slice(0, 7) }),
  }
}
