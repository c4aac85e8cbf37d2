import {
  createMockService,
  type Json,
  type JsonObject,
  type Workflow as MockWorkflow,
  type WorkflowContext,
} from '@wfhost/mock-server'
import { defineWorkflow, type Workflow } from '@wfhost/sdk'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'

const mock = createMockService()
const triage = defineWorkflow({
  flowId: 'triage',
  args: z.object({ subject: z.string(), priority: z.number().default(1) }),
  result: z.object({ team: z.enum(['billing', 'support']) }),
})
const mini = defineWorkflow({ flowId: 'm', args: zm.object({ a: zm.number() }), result: zm.boolean() })
const valibot = defineWorkflow({ flowId: 'v', args: v.object({ a: v.optional(v.number()) }), result: v.array(v.string()) })
const ark = defineWorkflow({ flowId: 'k', args: type({ a: 'number' }), result: type('string') })
const remind = defineWorkflow({
  flowId: 'r',
  args: z.object({ at: z.date().transform((date) => date.toISOString()) }),
  result: z.string().transform(Number),
})

test('every workflow of the client can be published', () => {
  expectTypeOf<Workflow>().toExtend<MockWorkflow>()
})

test('the definition types what an implementation is given and returns', () => {
  expectTypeOf(mock.publish(triage, () => ({ team: 'billing' }))).toEqualTypeOf<string>()
  mock.publish(triage, (args, context) => {
    expectTypeOf(args).toEqualTypeOf<{ subject: string; priority: number }>()
    expectTypeOf(context).toEqualTypeOf<WorkflowContext>()
    return { team: 'support' }
  })
  mock.publish(triage, async ({ subject }, { step }) => ({
    team: await step('a', () => (subject === '' ? 'billing' : 'support')),
  }))
  mock.publish(mini, ({ a }) => a > 0)
  mock.publish(valibot, ({ a }) => [String(a)])
  mock.publish(ark, ({ a }) => a.toFixed())
  mock.publish({ flowId: 'plain' }, (args) => {
    expectTypeOf(args).toEqualTypeOf<JsonObject>()
    return args['any'] ?? null
  })
  mock.publish('plain', (args) => {
    expectTypeOf(args).toEqualTypeOf<JsonObject>()
    return `Hello, ${args['name']}`
  })
  mock.publish(defineWorkflow({ flowId: 'only-args', args: z.object({ a: z.string() }) }), ({ a }): Json => [a])
})

test('a schema that transforms gives what it makes of arguments, and takes what it reads of the result', () => {
  mock.publish(remind, ({ at }) => {
    expectTypeOf(at).toEqualTypeOf<string>()
    return at
  })
})

interface Team {
  readonly team: string
  readonly note?: string
}

test('without a schema, an implementation returns anything that can be written as JSON, such as an interface or nothing', () => {
  const team: Team = { team: 'billing' }
  mock.publish('interface', () => team)
  mock.publish('promise', async () => team)
  mock.publish('date', () => new Date())
  mock.publish('nothing', () => {})
  mock.publish('nothing later', async () => {})
  mock.publish('steps', async (_args, { step }) => {
    expectTypeOf(await step('team', () => team)).toEqualTypeOf<Team>()
    return step('later', async () => team)
  })
  createMockService({
    workspaces: [{ id: 'one', workflows: [{ flowId: 'seeded', implementation: () => team }] }],
    organizations: [
      {
        id: 'acme',
        toolsets: [{ id: 'mail', versions: [{ version: '1', tools: [{ name: 't', implementation: async () => team }] }] }],
      },
    ],
  })
})

test('the compiler refuses an implementation that is not of its definition', () => {
  // @ts-expect-error there is no such team
  mock.publish(triage, () => ({ team: 'sales' }))
  // @ts-expect-error the team is missing
  mock.publish(triage, () => ({}))
  // @ts-expect-error nothing is returned
  mock.publish(triage, () => {})
  // @ts-expect-error the same for a promise
  mock.publish(triage, async () => ({ team: 'sales' }))
  // @ts-expect-error there is no such argument
  mock.publish(triage, ({ urgent }) => ({ team: urgent }))
  // @ts-expect-error subject is a string
  mock.publish(triage, ({ subject }: { subject: number }) => ({ team: subject > 0 ? 'billing' : 'support' }))
  // @ts-expect-error zod/mini: the result is a boolean
  mock.publish(mini, ({ a }) => a)
  // @ts-expect-error valibot: a may be missing
  mock.publish(valibot, ({ a }) => [a.toFixed()])
  // @ts-expect-error arktype: the result is a string
  mock.publish(ark, ({ a }) => a)
  // @ts-expect-error the result is what the client's schema reads
  mock.publish(remind, ({ at }) => Date.parse(at))
  // @ts-expect-error without a schema the result is JSON
  mock.publish({ flowId: 'plain' }, () => 1n)
  // @ts-expect-error without a schema arguments may be missing
  mock.publish({ flowId: 'plain' }, (args) => String(args['a'].length))
  // @ts-expect-error there is no implementation
  mock.publish(triage)
  // @ts-expect-error a workflow has a flowId
  mock.publish({ args: z.object({}) }, () => null)
  // @ts-expect-error a key is a string
  mock.publish(triage, () => ({ team: 'billing' }), { key: 5 })
})
