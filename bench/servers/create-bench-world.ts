import type { MockSeed } from '@wfhost/mock-server'
import { key } from './operations.ts'

/** The world behind the reference server while it is measured: what the operations ask for, and credits without end. */
export function createBenchWorld(): MockSeed {
  return {
    organizations: [
      {
        id: 'acme',
        credits: Number.MAX_SAFE_INTEGER,
        environments: [{ name: 'default' }],
        toolHostingKeys: [{ name: 'Default', environment: 'default', key }],
        toolSets: [
          {
            id: 'mail',
            name: 'Mail',
            versions: [
              {
                version: '1.2.0',
                tools: [
                  {
                    name: 'send',
                    description: 'Send a message',
                    parameters: [
                      { name: 'to', type: 'string', required: true },
                      { name: 'text', type: 'string', required: true },
                    ],
                    implementation: () => ({ delivered: true }),
                  },
                ],
              },
            ],
            published: { default: '1.2.0' },
          },
          {
            id: 'weather',
            name: 'Weather',
            visibility: 'public',
            versions: [
              {
                version: '3.0.1',
                tools: [
                  {
                    name: 'forecast',
                    description: 'The forecast for a city',
                    parameters: [{ name: 'city', type: 'string', required: true }],
                    implementation: () => ({ sky: 'clear' }),
                  },
                ],
              },
            ],
            published: { default: '3.0.1' },
          },
        ],
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
