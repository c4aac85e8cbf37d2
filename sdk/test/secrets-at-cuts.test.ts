import { existsSync, readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { type APIError, createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
import { describe, expect, test, vi } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { ENCODINGS, expectNoPart, ECHOED_KEY as KEY, PADDINGS } from '../../tools/scripts/echoed-keys.ts'
import { callCommand } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'
import { keepLog, rejectionOf } from './test-client.ts'
import { useTracing } from './use-tracing.ts'

/** The bodies in which a service can echo a text: each goes through another place that quotes or cuts. */
const BODIES: Readonly<Record<string, (text: string) => { readonly status: number; readonly body: string }>> = {
  'a status': (text) => ({ status: 200, body: JSON.stringify({ status: text, stepOutputs: {} }) }),
  'the name of a step': (text) => ({
    status: 200,
    body: JSON.stringify({ status: 'success', result: 1, stepOutputs: { [text]: 1 } }),
  }),
  'the name of an error': (text) => ({
    status: 200,
    body: JSON.stringify({ status: 'failed', error: { name: text, value: [] } }),
  }),
  'a page': (text) => ({ status: 200, body: `<html>${text}</html>` }),
  'the message of a refusal': (text) => ({ status: 403, body: JSON.stringify({ message: text }) }),
  'the page of a gateway': (text) => ({ status: 502, body: text }),
}

const { at } = useFolder()
useEnvironment()

describe.each(Object.entries(ENCODINGS))('A key %s that a service echoes', (_, encode) => {
  test.each(Object.entries(BODIES))('in %s is not shown if the text is cut at any place', async (_, makeBody) => {
    for (const padding of PADDINGS) {
      const encoded = encode(KEY)
      const { body, status } = makeBody(`${'x'.repeat(padding)} ${encoded} and more`)
      const fetch = async () => new Response(body, { status })
      const { lines, logged } = keepLog()
      const shared = { apiKey: KEY, fetch, maxRetries: 0, ...logged }

      const workflows = createWorkflowClient({ baseUrl: 'http://localhost', ...shared })
      const registry = createRegistryClient({ baseUrl: 'http://localhost', ...shared })
      const errors = [await rejectionOf(workflows.run('flow')), await rejectionOf(registry.execute({}))]
      await rejectionOf(workflows.run('flow', {}, { validation: 'warn' }))

      const output = errors.map(
        (error) => `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${(error as APIError)?.message}`,
      )
      expectNoPart(`${output.join('\n')}\n${lines.join('\n')}`, KEY, encoded)
    }
    count({ 'keys at cuts': { errors: PADDINGS.length } })
  })

  test.each(Object.entries(BODIES))('in %s is in no output of the command', async (what, makeBody) => {
    vi.stubEnv('WFHOST_API_KEY', KEY)
    const encoded = encode(KEY)
    for (const padding of [0, 17, 35, 90, 190, 490]) {
      const { body, status } = makeBody(`${'x'.repeat(padding)} ${encoded} and more`)
      const fetch = async () => new Response(body, { status })
      const output = at(`${what} ${padding} ${encoded.length} ${encoded.slice(0, 2).length}.jsonl`.replaceAll(' ', '-'))
      const environment = { WFHOST_BASE_URL: 'http://localhost', WFHOST_API_KEY: KEY }

      const ran = await callCommand(['run', 'flow', '--json', '--max-retries', '0'], { environment, fetch })
      const batch = await callCommand(['batch', 'flow', '--input', '-', '--output', output], {
        environment,
        fetch,
        input: '{"n":1}\n',
      })

      const written = existsSync(output) ? readFileSync(output, 'utf8') : ''
      expectNoPart([ran.out, ran.err, batch.out, batch.err, written].join('\n'), KEY, encoded)
      expect(ran.out + ran.err).not.toBe('')
    }
  })
})

describe('A key in an unexpected place', () => {
  const fetch = async () => Response.json({ message: 'no' }, { status: 404 })

  /** Everything visible of a call: its error, the arguments of its hooks, and its log. */
  async function everythingVisible(options: object, flowId = 'flow', args = {}): Promise<string> {
    const { lines, logged } = keepLog()
    const seen: unknown[] = []
    const see = (...values: unknown[]) => {
      for (const value of values) seen.push(inspect(value, { depth: 9, getters: true }))
    }
    const hooks = { onRequest: see, onResponse: see, onError: see, onRetry: see }
    const call = async () =>
      createWorkflowClient({
        baseUrl: 'http://localhost',
        apiKey: KEY,
        fetch,
        hooks,
        ...logged,
        logLevel: 'debug',
        ...options,
      }).run(flowId, args)
    const error = await rejectionOf(call())
    return [inspect(error, { depth: 9 }), String(error), JSON.stringify(error), ...seen, ...lines].join('\n')
  }

  test.each([
    ['as a flowId', {}, KEY],
    ['as a part of a flowId', {}, `flow ${KEY}`],
    ['in the path of the address', { baseUrl: `http://localhost/${KEY}/api` }, 'flow'],
    ['as the address', { baseUrl: KEY }, 'flow'],
    ['as the address, in the shape of a token', { baseUrl: `eyJhbGciOiJI.${KEY}.x`, apiKey: 'other-key' }, 'flow'],
    ['as the name in a map that was inverted', { apiKey: { [KEY]: 'flow' } }, 'flow'],
    ['as a time limit', { timeout: KEY }, 'flow'],
    ['as the name of an option', { [KEY]: 1 }, 'flow'],
    ['as a level of the log', { logLevel: KEY }, 'flow'],
  ])('%s is shown nowhere', async (_, options, flowId) => {
    expectNoPart(await everythingVisible(options, flowId), KEY)
  })

  test.each([
    ['the name of an argument', { [KEY]: null }],
    ['the name of an argument that is nested', { a: { [`${'x'.repeat(185)}${KEY}`]: 1n } }],
    ['an argument that JSON cannot represent', { a: Symbol(KEY) }],
  ])('in %s is shown nowhere', async (_, args) => {
    expectNoPart(await everythingVisible({}, 'flow', args), KEY)
  })

  test('in the bytes of an error is shown nowhere', async () => {
    const rawPacket = Buffer.from(`HTTP/1.1 200 OK\r\nx-echo: ${KEY}\r\n`)
    const failing = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('Parse Error'), { data: '', rawPacket }) })
    }
    const output = await everythingVisible({ fetch: failing })
    expectNoPart(output, KEY)
    expect(output).not.toContain(rawPacket.toString('hex').slice(0, 20))
  })

  test.each([
    ['x-gateway-token', 'gateway-token-99'],
    ['cookie', 'theme=dark; sid=gateway-token-99'],
    ['x-auth', 'Bearer gateway-token-99'],
    ['proxy-authorization', 'Digest realm="a", response="gateway-token-99"'],
  ])('in the header %s: %s is hidden where the service echoes it', async (name, value) => {
    const echo = async () => Response.json({ message: 'bad token gateway-token-99' }, { status: 403 })
    const { lines, logged } = keepLog()
    const options = { baseUrl: 'http://localhost', apiKey: KEY, fetch: echo, headers: { [name]: value } }
    const error = await rejectionOf(createWorkflowClient({ ...options, ...logged, logLevel: 'info' }).run('flow'))
    expect(`${inspect(error)} ${lines.join()}`).not.toContain('gateway-token-99')
  })
})

describe('A key in a span', () => {
  const { exporter } = useTracing()

  test.each(Object.entries(BODIES))('is shown nowhere when the service echoes it in %s', async (_, makeBody) => {
    for (const padding of PADDINGS) {
      const { body, status } = makeBody(`${'x'.repeat(padding)} ${KEY} and more`)
      const fetch = async () => new Response(body, { status })
      const options = { baseUrl: `http://localhost/${KEY}`, apiKey: KEY, fetch, maxRetries: 0, hooks: traceHooks() }
      await rejectionOf(traceCalls(createWorkflowClient(options)).run(`flow ${KEY}`))
    }
    const spans = exporter.getFinishedSpans()
    expect(spans).toHaveLength(2 * PADDINGS.length)
    expectNoPart(
      spans.map(({ attributes, events, name, status }) => inspect({ attributes, events, name, status })).join('\n'),
      KEY,
    )
  })

  test('is shown nowhere when the host of the address contains it', async () => {
    const fetch = async () => Response.json({}, { status: 404 })
    const options = { baseUrl: 'http://localhost', apiKey: 'localhost', fetch, hooks: traceHooks() }
    expect(await rejectionOf(createWorkflowClient(options).run('flow'))).toMatchObject({ name: 'NotFoundError' })
  })
})
