// workflows.ts: the workflows of the server. Yours come from a database.
import { setTimeout } from 'node:timers/promises'

export type Args = Readonly<Record<string, unknown>>

export interface Workflow {
  readonly workspace: string
  readonly parameters: Readonly<Record<string, { readonly type: Type; readonly required?: boolean }>>
  /** The steps by their ids, in their order. The output of the last one is the result. */
  readonly steps: Readonly<Record<string, (args: Args) => unknown>>
  readonly archived?: boolean
  published: boolean
  key?: string
}

export type Type = keyof typeof types

/** The values that a parameter accepts. */
export const types = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  array: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** New workflows, by flowId. */
export function createWorkflows(): Map<string, Workflow> {
  const workflow = (flowId: string, more: Partial<Workflow> = {}): [string, Workflow] => [
    flowId,
    {
      workspace: 'support',
      parameters: {},
      steps: { answer: () => 'done' },
      published: true,
      key: `key-of-${flowId}`,
      ...more,
    },
  ]
  return new Map([
    workflow('echo', {
      parameters: {
        text: { type: 'string' },
        number: { type: 'number' },
        flag: { type: 'boolean' },
        data: { type: 'object' },
        list: { type: 'array' },
      },
      steps: { answer: (args) => args },
    }),
    workflow('triage', {
      parameters: { subject: { type: 'string', required: true }, priority: { type: 'number' } },
      steps: { classify: ({ subject }) => (/invoice/i.test(String(subject)) ? 'billing' : 'support') },
    }),
    workflow('charge', {
      parameters: { amount: { type: 'number', required: true } },
      steps: {
        'look-up': () => 'ends in 4242',
        charge: ({ amount }) => {
          throw Object.assign(new Error(`Declined for ${amount}`), { name: 'CardDeclined' })
        },
      },
    }),
    workflow('slow', { steps: { wait: () => setTimeout(300, 'worth the wait') } }),
    workflow('parse', {
      parameters: { json: { type: 'string', required: true } },
      steps: { parse: ({ json }) => JSON.parse(String(json)) },
    }),
    workflow('report', { workspace: 'finance' }),
    workflow('rotated'),
    workflow('archived', { archived: true }),
    ...['draft', 'spare'].map((flowId): [string, Workflow] => {
      const { key: _, ...rest } = workflow(flowId)[1]
      return [flowId, { ...rest, published: false }]
    }),
  ])
}
