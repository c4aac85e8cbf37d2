import type { ArgumentsOf } from '@wfhost/sdk'
import {
  type BatchItem,
  createRegistryClient,
  createWorkflowClient,
  defineWorkflow,
  forwardWebhook,
  type Run,
  runMany,
  type StartedRun,
  unwrap,
  waitForRun,
} from '@wfhost/sdk'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({
    subject: z.string(),
    priority: z.number().optional(),
    tags: z.array(z.string()).optional(),
    customer: z.object({ name: z.string(), plan: z.string().nullable() }).optional(),
    nullable: z.string().nullable().optional(),
  }),
  result: z.object({ team: z.string() }),
})
const mini = defineWorkflow({ flowId: 'm', args: zm.object({ a: zm.number() }), result: zm.boolean() })
const valibot = defineWorkflow({
  flowId: 'v',
  args: v.object({ a: v.number(), b: v.optional(v.string()) }),
  result: v.array(v.string()),
})
const ark = defineWorkflow({ flowId: 'k', args: type({ a: 'number', 'b?': 'string' }), result: type('string') })
const noArguments = defineWorkflow({ flowId: 'n', result: z.number() })
const allOptional = defineWorkflow({ flowId: 'o', args: z.object({ a: z.string().optional() }) })
const byKind = defineWorkflow({
  flowId: 'u',
  args: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('mail'), to: z.string(), copies: z.number().optional() }),
    z.object({ kind: z.literal('call'), phone: z.number() }),
  ]),
  result: z.string(),
})
const either = defineWorkflow({ flowId: 'e', args: z.object({ id: z.number() }).or(z.object({ name: z.string() })) })

test('a workflow types its arguments and its result', () => {
  expectTypeOf(client.run(triage, { subject: 'x', priority: 1, tags: ['a'] })).resolves.toEqualTypeOf<Run<{ team: string }>>()
  expectTypeOf(client.run(triage, { subject: 'x', customer: { name: 'n', plan: null } })).resolves.toEqualTypeOf<
    Run<{ team: string }>
  >()
  expectTypeOf(client.run(mini, { a: 1 })).resolves.toEqualTypeOf<Run<boolean>>()
  expectTypeOf(client.run(valibot, { a: 1 })).resolves.toEqualTypeOf<Run<string[]>>()
  expectTypeOf(client.run(ark, { a: 1, b: 'x' })).resolves.toEqualTypeOf<Run<string>>()
  expectTypeOf(client.run(noArguments)).resolves.toEqualTypeOf<Run<number>>()
  expectTypeOf(client.run({ flowId: 'f', args: undefined, result: undefined }, { x: 1 })).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run(noArguments, { anything: 1 })).resolves.toEqualTypeOf<Run<number>>()
  expectTypeOf(client.run(allOptional)).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run(allOptional, { a: 'x' }, { timeout: 5 })).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run<{ n: number }>('flow', { a: 1 })).resolves.toEqualTypeOf<Run<{ n: number }>>()
  expectTypeOf(client.run('flow')).resolves.toEqualTypeOf<Run<unknown>>()
})

test('a workflow without a schema accepts values of type unknown, which are checked at run time', () => {
  const parsed: Record<string, unknown> = JSON.parse('{"subject":"x"}')
  expectTypeOf(client.run('flow', parsed)).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run('flow', { subject: parsed['subject'] })).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.start('flow', parsed)).resolves.toEqualTypeOf<StartedRun>()
  void runMany(client, 'flow', [parsed], { concurrency: 2 })
  // @ts-expect-error the schema says what the values are
  void client.run(triage, parsed)
})

test('a workflow accepts any member of a union', async () => {
  expectTypeOf(client.run(byKind, { kind: 'mail', to: 'x' })).resolves.toEqualTypeOf<Run<string>>()
  expectTypeOf(client.run(byKind, { kind: 'mail', to: 'x', copies: 2 })).resolves.toEqualTypeOf<Run<string>>()
  expectTypeOf(client.run(byKind, { kind: 'call', phone: 1 })).resolves.toEqualTypeOf<Run<string>>()
  const message = { kind: 'mail', to: 'x' } as { kind: 'mail'; to: string } | { kind: 'call'; phone: number }
  expectTypeOf(client.run(byKind, message)).resolves.toEqualTypeOf<Run<string>>()
  expectTypeOf(client.start(byKind, message)).resolves.toEqualTypeOf<StartedRun>()
  expectTypeOf(client.run(either, { id: 1 })).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run(either, { name: 'x' })).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run(either, { id: 1, name: 'x' })).resolves.toEqualTypeOf<Run<unknown>>()
  // @ts-expect-error phone belongs to a call
  void client.run(byKind, { kind: 'mail', to: 'x', phone: 1 })
  // @ts-expect-error phone is missing
  void client.run(byKind, { kind: 'call' })
  // @ts-expect-error phone is a number
  void client.run(byKind, { kind: 'call', phone: 'x' })
  // @ts-expect-error there is no such kind
  void client.run(byKind, { kind: 'fax', phone: 1 })
  // @ts-expect-error no member has such an argument
  void client.run(byKind, { kind: 'call', phone: 1, urgent: true })
  // @ts-expect-error undefined is no argument, not even an optional one
  void client.run(byKind, { kind: 'mail', to: 'x', copies: undefined })
  // @ts-expect-error one of them is needed
  void client.run(either, {})
  // @ts-expect-error one of them is needed
  void client.run(either)
  // @ts-expect-error no member has such an argument
  void client.run(either, { id: 1, urgent: true })
})

test('a batch accepts the arguments of a run', () => {
  const options = { concurrency: 2 }
  type Triage = ArgumentsOf<typeof triage>
  type Items<Input, Result> = AsyncGenerator<BatchItem<Input, Result>, void, undefined>
  expectTypeOf(runMany(client, triage, [{ subject: 'a' }], options)).toEqualTypeOf<Items<Triage, { team: string }>>()
  void runMany(client, triage, [{ subject: 'a', priority: 1 }, { subject: 'b' }], options)
  void runMany(
    client,
    byKind,
    [
      { kind: 'mail', to: 'x' },
      { kind: 'call', phone: 1 },
    ],
    options,
  )
  async function* subjects() {
    yield { subject: 'a' }
  }
  expectTypeOf(runMany(client, triage, subjects(), options)).toEqualTypeOf<Items<Triage, { team: string }>>()
  void runMany(client, 'flow', [{ anything: 1 }, { other: 'x' }], options)
  const orders: Order[] = []
  expectTypeOf(runMany(client, 'flow', orders, options)).toEqualTypeOf<Items<Order, unknown>>()
  expectTypeOf(runMany(client, 'flow', new Set<object>(), options)).toEqualTypeOf<Items<object, unknown>>()
  // @ts-expect-error there is no such argument
  void runMany(client, triage, [{ subject: 'a', prio: 1 }], options)
  // @ts-expect-error there is no such argument in the second
  void runMany(client, triage, [{ subject: 'a' }, { subject: 'b', prio: 1 }], options)
  // @ts-expect-error null is no argument of a workflow that is known by its ID only either
  void runMany(client, 'flow', [{ a: null }], options)
  // @ts-expect-error undefined is no argument, here of the second
  void runMany(client, 'flow', [{ a: 1 }, { a: undefined }], options)
  // @ts-expect-error arguments are no array
  void runMany(client, 'flow', [['x']], options)
})

test('waitForRun() has the result type of poll', async () => {
  expectTypeOf(client.start('flow')).resolves.toEqualTypeOf<StartedRun>()
  expectTypeOf(client.start('flow', {}, { timeout: 1 })).resolves.toEqualTypeOf<StartedRun>()
  expectTypeOf(client.start(triage, { subject: 'x' })).resolves.toEqualTypeOf<StartedRun>()
  expectTypeOf(waitForRun('run-7', { poll: async () => 5 })).resolves.toEqualTypeOf<number>()
  const maybe = async (): Promise<string | undefined> => undefined
  expectTypeOf(waitForRun(await client.start(triage, { subject: 'x' }), { poll: maybe })).resolves.toEqualTypeOf<string>()
  // @ts-expect-error poll is required
  void waitForRun('run-7', {})
})

test('the compiler refuses arguments of a workflow', () => {
  // @ts-expect-error null is no argument
  void client.run(triage, { subject: null })
  // @ts-expect-error undefined is no argument
  void client.run(triage, { subject: undefined })
  // @ts-expect-error undefined is no argument, not even an optional one
  void client.run(triage, { subject: 'x', priority: undefined })
  // @ts-expect-error null is no argument, even where the schema takes it
  void client.run(triage, { subject: 'x', nullable: null })
  // @ts-expect-error priority is a number
  void client.run(triage, { subject: 'x', priority: '1' })
  // @ts-expect-error tags are strings
  void client.run(triage, { subject: 'x', tags: [1] })
  // @ts-expect-error tags are an array
  void client.run(triage, { subject: 'x', tags: 'a' })
  // @ts-expect-error the customer lacks its plan
  void client.run(triage, { subject: 'x', customer: { name: 'n' } })
  // @ts-expect-error arguments are an object
  void client.run(triage, 'x')
  // @ts-expect-error the same for a start
  void client.start(triage, { subject: 1 })
  // @ts-expect-error the same for a start
  void client.start(triage)
  // @ts-expect-error zod/mini: a is a number
  void client.run(mini, { a: 'x' })
  // @ts-expect-error valibot: a is a number
  void client.run(valibot, { a: 'x' })
  // @ts-expect-error arktype: a is a number
  void client.run(ark, { a: 'x' })
  // @ts-expect-error arktype: undefined is no argument
  void client.run(ark, { a: 1, b: undefined })
  // @ts-expect-error even if nothing is needed, a is a string
  void client.run(allOptional, { a: 1 })
})

interface Order {
  readonly subject: string
  readonly lines: readonly { readonly id: number }[]
  readonly note?: string
}

test('a workflow that is given as an ID accepts an interface', () => {
  const order: Order = { subject: 'x', lines: [{ id: 1 }] }
  expectTypeOf(client.run('flow', order)).resolves.toEqualTypeOf<Run<unknown>>()
  expectTypeOf(client.run(noArguments, order)).resolves.toEqualTypeOf<Run<number>>()
  expectTypeOf(client.start('flow', order)).resolves.toEqualTypeOf<StartedRun>()
  const values: Record<string, string> = {}
  expectTypeOf(client.run('flow', values, { timeout: 5 })).resolves.toEqualTypeOf<Run<unknown>>()
  const typed: Promise<Run<{ n: number }>> = client.run('flow', order)
  expectTypeOf(typed).resolves.toEqualTypeOf<Run<{ n: number }>>()
})

test('the compiler refuses arguments of a workflow that is known by its ID only', () => {
  const partial = {} as { readonly [Name in keyof Order]: Order[Name] | undefined }
  // @ts-expect-error a property of an interface may be undefined
  void client.run('flow', partial)
  const nullable = {} as { readonly [Name in keyof Order]: Order[Name] | null }
  // @ts-expect-error a property of an interface may be null
  void client.run('flow', nullable)
  // @ts-expect-error arguments are no array
  void client.run('flow', ['x'])
  // @ts-expect-error arguments are no map
  void client.run('flow', new Map([['number', 1]]))
  // @ts-expect-error arguments are no function
  void client.run('flow', () => ({ a: 1 }))
  // @ts-expect-error a function is no JSON
  void client.run('flow', { a: () => 1 })
  // @ts-expect-error null is no argument of a workflow without a schema either
  void client.run(noArguments, { a: null })
  // @ts-expect-error the same for a start
  void client.start('flow', { a: null })
  // @ts-expect-error null is no argument, also where the result is given a type
  void client.run<{ n: number }>('flow', { a: null })
  // @ts-expect-error undefined is no argument
  void client.run('flow', { a: undefined })
  // @ts-expect-error a bigint is no JSON
  void client.run('flow', { a: 1n })
  // @ts-expect-error arguments are an object
  void client.run('flow', 'x')
  // @ts-expect-error a flowId is a string
  void client.run(7, {})
})

test('the compiler refuses members that a run does not have', async () => {
  const run = await client.run(triage, { subject: 'x' })
  expectTypeOf(unwrap(run)).toEqualTypeOf<{ team: string }>()
  if (run.status === 'success') {
    expectTypeOf(run.result.team).toEqualTypeOf<string>()
    // @ts-expect-error the result has no such field
    void run.result.other
  } else {
    expectTypeOf(run.error.traceback).toEqualTypeOf<string>()
    // @ts-expect-error the error has no such field
    void run.error.message
  }
  // @ts-expect-error a workflow has a flowId
  defineWorkflow({ args: z.object({}) })
  // @ts-expect-error a webhook goes to a workflow
  void forwardWebhook(client, new Request('http://x'))
})

test('a tool call may be a variable, and is checked if its tools are known', () => {
  const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
  const call = { toolset: 'mail', tool: 'send', arguments: { to: 1 } }
  void registry.execute(call)
  interface Tools {
    readonly mail: { readonly send: { readonly to: string } }
  }
  void registry.execute<Tools>({ toolset: 'mail', tool: 'send', arguments: { to: 'Ada' } })
  // @ts-expect-error the argument is a number
  void registry.execute<Tools>(call)
})
