import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Command, endCommands, startCommand, urlOf } from './start-command.ts'

// Each test starts a process that loads Prism, on machines that may be busy.
vi.setConfig({ testTimeout: 40_000 })

const run = '/api/v2/external/flows/echo/published-run'
const open: (() => unknown)[] = []

afterEach(() => {
  endCommands()
  vi.unstubAllEnvs()
  for (const close of open.splice(0)) close()
})

function start(...args: readonly string[]): Command {
  return startCommand('--port', '0', ...args)
}

function served(...args: readonly string[]): Promise<string> {
  return urlOf(start(...args))
}

function post(url: string, { body = '{"args":[]}', ...headers }: Readonly<Record<string, string>> = {}): Promise<Response> {
  const all = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json', ...headers }
  return fetch(url + run, { method: 'POST', headers: all, body })
}

async function upstreamThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function exchanges(url: string, query = ''): Promise<readonly Record<string, unknown>[]> {
  const { exchanges: found } = Object(await (await fetch(`${url}/__mock/guard/journal${query}`)).json())
  return found
}

/** The document of the control surface has so many operations, and says what the journal is like. */
async function expectDescribed(url: string, { operations }: { readonly operations: number }): Promise<void> {
  const document: unknown = await (await fetch(`${url}/__mock/openapi.json`)).json()
  expect((await getHttpOperationsFromSpec(Object(document))).length).toBeGreaterThanOrEqual(operations)
  const { get } = Object(document).paths['/__mock/guard/journal']
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validate = ajv.compile(get.responses['200'].content['application/json'].schema)
  const journal: unknown = await (await fetch(`${url}/__mock/guard/journal`)).json()
  validate(journal)
  expect(validate.errors).toBeNull()
  expect(Object(journal).exchanges).not.toHaveLength(0)
}

describe('wfhost-mock --engine prism', () => {
  test('serves the document alone, and answers as Prefer says', async () => {
    const command = start('--engine', 'prism')
    const { child, ended, printed } = command
    const url = await urlOf(command)
    expect((await post(url, { prefer: 'code=429' })).status).toBe(429)
    const failed = await post(url, { prefer: 'code=200, example=failed' })
    expect(await failed.json()).toMatchObject({ status: 'failed', error: { name: 'MailboxFull' } })
    const quoted = await post(url, { prefer: 'code=200, example="failed"' })
    expect(await quoted.json()).toMatchObject({ status: 'failed' })
    const made = await post(url, { prefer: 'code=202, dynamic=true' })
    const example = await post(url, { prefer: 'code=202' })
    expect([made.status, example.status]).toEqual([202, 202])
    expect(await made.text()).not.toBe(await example.text())
    expect((await post(url, { body: '{"args":1}' })).status).toBe(400)
    expect(printed()).toMatch(/^error in request 6 body\.args: .* must be array$/m)
    expect(await (await fetch(`${url}/__mock/health`)).json()).toEqual({ status: 'ok' })
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('says how to install Prism when it is not there', async () => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => {
        if (!name.startsWith('@stoplight/')) return next(name, context)
        throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
      } })`
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(hook)}`)
    for (const args of [['--engine', 'prism'], ['--guard']]) {
      const { ended, printed } = start(...args)
      expect(await ended).toEqual([1, null])
      expect(printed()).toBe(
        'wfhost-mock: Cannot use Prism: run npm install --save-dev @stoplight/prism-http@5.16.0 @stoplight/prism-core@5.16.0\n',
      )
    }
  })
})

describe('wfhost-mock --guard', () => {
  test('compares every exchange with the reference server with the document, in every world', async () => {
    const command = start('--guard')
    const { printed } = command
    const url = await urlOf(command)
    expect((await post(url)).status).toBe(200)
    expect((await post(url, { body: '{"args":[{"name":1,"value":"a"}]}' })).status).toBe(400)
    const world = await createMockControl(url).createWorld('one')
    expect((await post(world.baseUrl)).status).toBe(200)
    expect((await exchanges(url)).map(({ operation, violations }) => [operation, Object(violations).length])).toEqual([
      ['runPublishedWorkflow', 0],
      ['runPublishedWorkflow', 1],
      ['runPublishedWorkflow', 0],
    ])
    const [violation] = (await exchanges(url, '?violations=only')).flatMap(({ violations }) => violations)
    expect(violation).toEqual({
      request: 2,
      direction: 'request',
      operation: 'runPublishedWorkflow',
      place: 'body.args.0.name',
      message: expect.stringContaining('string'),
      severity: 'error',
    })
    expect(printed()).toContain('error in request 2 (runPublishedWorkflow) body.args.0.name: ')
    expect(JSON.stringify(await exchanges(url))).not.toContain(sampleKeys.workflows.echo)
    const control = createMockControl(url)
    expect(await control.guardJournal()).toEqual(await exchanges(url))
    expect((await control.guardJournal({ violations: 'only' })).map(({ number }) => number)).toEqual([2])
    await world.remove()
    await expectDescribed(url, { operations: 70 })
    const other = await fetch(`${url}/__mock/guard/journal?violations=none`)
    expect([other.status, await other.json()]).toEqual([
      400,
      { message: 'Cannot read the journal: expected violations=only, found "none"' },
    ])
    await control.clearGuardJournal()
    expect(await exchanges(url)).toEqual([])
    const page = await fetch(`${url}/__mock/guard/journal`, { headers: { origin: 'http://page.test' } })
    expect(page.status).toBe(403)
  })

  test('a fault of the connection is done on the socket behind the guard, too', async () => {
    const url = await served('--guard')
    await createMockControl(url).addFault({ kind: 'reset-mid-body' })
    await expect(post(url).then((response) => response.text())).rejects.toThrow()
  })
})

describe('wfhost-mock --guard --upstream', () => {
  test('passes everything on, and keeps what a broken server does', async () => {
    const upstream = await upstreamThat((request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'x-asked-as': `${request.headers.authorization}` })
      response.end('{"message":"slow down"}')
    })
    const command = start('--guard', '--upstream', upstream)
    const { printed } = command
    const url = await urlOf(command)
    const response = await post(url)
    expect([response.status, await response.text()]).toEqual([429, '{"message":"slow down"}'])
    expect(response.headers.get('x-asked-as')).toBe(`Bearer ${sampleKeys.workflows.echo}`)
    expect(await exchanges(url, '?violations=only')).toMatchObject([
      {
        number: 1,
        request: { headers: { authorization: 'Bearer [unknown]' } },
        response: { status: 429 },
        violations: [{ request: 1, direction: 'response', severity: 'error', message: expect.stringMatching(/retry-after/i) }],
      },
    ])
    expect(printed()).toMatch(/error in the answer to request 1 \(runPublishedWorkflow\) .*retry-after/i)
    expect((await fetch(`${url}/__mock/other`)).status).toBe(404)
    await expectDescribed(url, { operations: 5 })
  })

  test('a server that is down is a 502 with the reason', async () => {
    const url = await served('--guard', '--upstream', 'http://127.0.0.1:1/')
    const response = await post(url)
    expect([response.status, await response.json()]).toEqual([
      502,
      { message: expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:1: (bad port|.*ECONNREFUSED)/) },
    ])
    expect(await exchanges(url)).toMatchObject([{ response: { status: 502 }, violations: [] }])
  })

  test('its journal is for who has the token', async () => {
    const url = await served('--guard', '--upstream', await upstreamThat(() => {}), '--token', 'the-token')
    expect((await fetch(`${url}/__mock/guard/journal`)).status).toBe(403)
    expect((await fetch(`${url}/__mock/openapi.json`)).status).toBe(403)
    await expect(createMockControl(url).guardJournal()).rejects.toThrow('The control surface needs its token')
    expect(await createMockControl(url, { token: 'the-token' }).guardJournal()).toEqual([])
  })
})

describe('what does not go together is refused before anything is served', () => {
  test.each([
    [['--engine', 'other'], 'Cannot serve by "other": expected --engine reference or prism'],
    [['--upstream', 'http://localhost'], 'Cannot use --upstream without --guard'],
    [['--engine', 'prism', '--guard'], 'Cannot guard Prism by itself: leave out --guard or --engine prism'],
    [
      ['--engine', 'prism', '--world', 'world.yaml'],
      'Cannot use --world, --state or --assume with --engine prism: it knows the document alone',
    ],
    [
      ['--guard', '--upstream', 'http://localhost', '--assume', 'asyncStatus=202'],
      'Cannot use --world, --state or --assume with --upstream: the guard knows the document alone',
    ],
    ...['ftp://localhost', 'localhost', 'http://me:secret@localhost', 'http://localhost/?a=1'].map(
      (upstream) =>
        [
          ['--guard', '--upstream', upstream],
          'Cannot guard: expected an http or https address without credentials and query as --upstream',
        ] as const,
    ),
  ] as const)('%j', async (...[args, problem]) => {
    const { ended, printed } = start(...args)
    expect(await ended).toEqual([2, null])
    expect(printed()).toBe(`wfhost-mock: ${problem}\n`)
  })
})
