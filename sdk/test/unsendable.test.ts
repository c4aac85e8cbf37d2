import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import {
  ConfigurationError,
  createRegistryClient,
  createWorkflowClient,
  type RegistryClient,
  type WorkflowClient,
} from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { serializePayload } from '../src/client/arguments.ts'
import { rejectionOf, serviceOf } from './test-client.ts'

class Ticket {
  readonly #secret = 1
  readonly subject = 'x'
  get secret() {
    return this.#secret
  }
}

class Money {
  toJSON() {
    return { cents: 5 }
  }
}

/** Both clients, with a service that responds to every request, and its requests. */
function clients() {
  const { fetch, sent } = serviceOf()
  return {
    sent,
    workflows: createWorkflowClient({ apiKey: 'canary', fetch, baseUrl: 'http://localhost' }),
    registry: createRegistryClient({ apiKey: 'canary', fetch, baseUrl: 'http://localhost' }),
  }
}

const circle: { parts: unknown[] } = { parts: [] }
circle.parts.push({ whole: circle })

const broken = new Error('broken')
function fail(): never {
  throw broken
}

const LOST: readonly (readonly [found: string, value: unknown])[] = [
  ['bigint', 1n],
  ['function', () => 1],
  ['symbol', Symbol('x')],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['an invalid Date', new Date('no')],
  ['Map', new Map([['a', 1]])],
  ['Set', new Set([1])],
  ['Promise', Promise.resolve(1)],
  ['Error', new Error('x')],
  ['Blob', new Blob(['x'])],
  ['FormData', new FormData()],
  ['URLSearchParams', new URLSearchParams('a=1')],
  ['Uint8Array', new Uint8Array(2)],
  ['RegExp', /x/],
  ['-0. Send 0', -0],
  ['nothing', { toJSON: () => undefined }],
  ['a circle', circle],
]

/** Values that only JavaScript allows. */
function given(value: unknown) {
  return value as Record<string, string>
}

describe('A value that JSON would lose', () => {
  test.each(LOST)('is refused with its place, and nothing is sent: %s', async (found, value) => {
    const { workflows, registry, sent } = clients()
    const at = value === circle ? '.parts[0].whole' : ''
    const refusal = (place: string) => `Cannot send ${place}${at}: expected JSON, found ${found}`
    await expect(workflows.run('f', given({ a: value }))).rejects.toThrow(refusal('args.a'))
    await expect(workflows.start('f', given({ rows: [1, { id: value }] }))).rejects.toThrow(refusal('args.rows[1].id'))
    await expect(registry.execute({ input: value })).rejects.toThrow(refusal('payload.input'))
    expect(() => serializePayload({ a: [value] })).toThrow(refusal('payload.a[0]'))
    expect(sent).toEqual([])
  })

  test.each([
    ['args', new Map([['number', 1]]), 'expected JSON, found Map'],
    ['args', new FormData(), 'expected JSON, found FormData'],
    ['args', [1], 'expected an object, found array'],
    ['args', new Date(0), 'expected an object, found Date'],
    ['args', new URL('http://x.test'), 'expected an object, found URL'],
    ['args', 'x', 'expected an object, found "x"'],
    ['args', null, 'expected an object, found null'],
    ['args.a', { a: null }, 'expected a value, found null. Leave the name out'],
    ['args.a[1]', { a: [1, undefined] }, 'expected JSON, found nothing'],
  ])('is refused like a value that is not an argument: %s, %o', async (...row) => {
    const [place, args, state] = row
    const { workflows, sent } = clients()
    const error = { name: 'ConfigurationError', mayHaveRun: false, message: `Cannot send ${place}: ${state}` }
    await expect(workflows.run('f', given(args))).rejects.toMatchObject(error)
    expect(sent).toEqual([])
  })

  test.each([
    ['a getter', Object.defineProperty({}, 'a', { get: fail, enumerable: true })],
    ['a toJSON', { a: { toJSON: fail } }],
  ])('includes the error that %s throws as the cause', async (_, args) => {
    const error = { name: 'ConfigurationError', message: 'Cannot send args.a: Error: broken', cause: broken }
    await expect(clients().workflows.run('f', given(args))).rejects.toMatchObject(error)
  })

  test('is named in a short form at any depth', async () => {
    let deep: unknown = 1n
    for (let depth = 0; depth < 500; depth += 1) deep = { deeper: deep }
    const error = await rejectionOf(clients().workflows.run('f', given({ deep })))
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message.length).toBeLessThan(300)
  })
})

describe('A value that JSON can represent', () => {
  test('is sent as JSON has it: dates, toJSON, the fields of instances, the same object twice', async () => {
    const { workflows, sent } = clients()
    const shared = { x: 1 }
    const args = {
      date: new Date(0),
      money: new Money(),
      ticket: new Ticket(),
      twice: [shared, shared],
      nested: { none: null, left: undefined, ['__proto__']: 1 },
      url: new URL('http://localhost/'),
      bare: Object.assign(Object.create(null), { y: 2 }),
    }
    await workflows.run('f', given(args))
    const values = Object.entries(args).map(([name, value]) => ({ name, value }))
    expect(await sent[0]?.text()).toBe(JSON.stringify({ args: values, mode: 'sync' }))
    expect(serializePayload(args)).toBe(JSON.stringify(args))
    expect(serializePayload(null)).toBe('null')
  })

  test('is read only once', async () => {
    const calls: string[] = []
    const args = {
      get a() {
        calls.push('a')
        return { toJSON: () => calls.push('toJSON') }
      },
    }
    await clients().workflows.run('f', given(args))
    expect(calls).toEqual(['a', 'toJSON'])
  })
})

interface UnmadeCall {
  readonly what: string
  readonly says: string
  readonly call: (clients: { readonly workflows: WorkflowClient; readonly registry: RegistryClient }) => Promise<unknown>
}

const none = undefined as never
const plain: StandardSchema = z.object({})

const UNMADE: readonly UnmadeCall[] = [
  {
    what: 'a schema of args that is none',
    says: 'Cannot use args: expected a Standard Schema, found {}',
    call: ({ workflows }) => workflows.run({ flowId: 'f', args: {} as never }, none),
  },
  {
    what: 'a schema of the result that is none',
    says: 'Cannot use result: expected a Standard Schema, found "x"',
    call: ({ workflows }) => workflows.run({ flowId: 'f', args: plain, result: 'x' as never }, {}),
  },
  {
    what: 'no workflow',
    says: 'Cannot use workflow: expected a flowId or a workflow, found nothing',
    call: ({ workflows }) => workflows.run(none, none),
  },
  {
    what: 'null for a workflow',
    says: 'Cannot use workflow: expected a flowId or a workflow, found null',
    call: ({ workflows }) => workflows.start(null as never, none),
  },
  {
    what: 'a workflow with a misspelt flowId',
    says: 'Cannot use flowID: unknown option',
    call: ({ workflows }) => workflows.run({ flowID: 'f' } as never, none),
  },
  {
    what: 'a workflow whose misspelt schema would not be applied',
    says: 'Cannot use arg: unknown option',
    call: ({ workflows }) => workflows.start({ flowId: 'f', arg: plain } as never, none),
  },
  {
    what: 'a header that cannot be',
    says: 'Cannot run workflow f: TypeError: ',
    call: ({ workflows }) => workflows.run('f', {}, { headers: { 'x y': '1' } }),
  },
  ...[undefined, null, [1], 'text'].map((payload) => ({
    what: `${JSON.stringify(payload)} for a payload`,
    says: 'Cannot send payload: expected an object, found ',
    call: ({ registry }: { readonly registry: RegistryClient }) => registry.execute(payload as never),
  })),
]

describe('A call that cannot be made', () => {
  test.each(UNMADE)('for $what is a ConfigurationError, and nothing is sent', async ({ says, call }) => {
    const { workflows, registry, sent } = clients()
    const error = await rejectionOf(call({ workflows, registry }))
    expect(error).toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, message: expect.stringContaining(says) })
    expect(sent).toEqual([])
  })

  test('is reported when a registry client is created without key and session', () => {
    expect(() => createRegistryClient({ baseUrl: 'http://localhost' })).toThrow('pass apiKey or set WFHOST_REGISTRY_KEY')
    expect(createRegistryClient({ baseUrl: 'http://localhost', session: 'x' })).toHaveProperty('organizationManifest')
  })
})
