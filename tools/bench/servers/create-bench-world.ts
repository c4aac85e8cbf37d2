import type { MockSeed } from '@wfhost/mock-server'
import { key, toolsets } from './operations.ts'

const results = { send: { delivered: true }, forecast: { sky: 'clear' } } as const

/** Creates the world of the measured reference server: the data of the operations, and unlimited credits. */
export function createBenchWorld(): MockSeed {
  return {
    organizations: [
      {
        id: 'acme',
        credits: Number.MAX_SAFE_INTEGER,
        environments: [{ name: 'default' }],
        toolHostingKeys: [{ name: 'Default', environment: 'default', key }],
        toolsets: toolsets.map(({ id, name, tools, version, visibility }) => ({
          ...{ id, name, visibility, published: { default: version } },
          versions: [{ version, tools: tools.map((tool) => ({ ...tool, implementation: () => results[tool.name] })) }],
        })),
      },
    ],
    workspaces: [{ id: 'support', workflows: [supportTriage()] }],
  }
}

type Workflow = NonNullable<NonNullable<MockSeed['workspaces']>[number]['workflows']>[number]

function supportTriage(): Workflow {
  return {
    flowId: 'support-triage',
    key,
    published: true,
    parameters: [
      { name: 'subject', type: 'string', required: true },
      { name: 'priority', type: 'number' },
    ],
    implementation: async ({ priority = 3, subject = '' }, { step }) => {
      const team = await step('classify', () => (/invoice|refund/i.test(String(subject)) ? 'billing' : 'support'))
      const reply = await step('answer', () => (Number(priority) <= 2 ? 'We look into it now.' : 'We look into it.'))
      return { team, reply }
    },
  }
}
