import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { validateResponse } from '@wfhost/openapi/validators'
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
  return startCommand(...args, '--port', '0')
}

function served(...args: readonly string[]): Promise<string> {
  return urlOf(start(...args))
}

function post(url: string, { body = '{"args":[]}', ...headers }: Readonly<Record<string, string>> = {}): Promise<Response> {
  const all = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json', ...headers }
  return fetch(url + run, { method: 'POST', headers: all, body })
}

async function upstreamThat(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('wfhost-mock --engine prism', () => {
  test('prints commands whose responses conform to the API document, and ends with Prism', async () => {
    const command = start('--engine', 'prism')
    const { child, ended, printed } = command
    await urlOf(command)
    await expect.poll(printed).toContain('example=failed')
    const commands = printed()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('curl '))
    const responses: unknown[] = []
    for (const pasted of commands) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${pasted} -i`])
      const [head = '', body = ''] = stdout.split('\r\n\r\n')
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = new Headers(lines.map((line): [string, string] => [line.replace(/:.*/, ''), line.replace(/^.*?: /, '')]))
      const response = { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) }
      expect(validateResponse('runPublishedWorkflow', response)).toEqual([])
      responses.push([response.status, response.body.status])
    }
    expect(responses).toEqual([
      [200, 'success'],
      [429, undefined],
      [200, 'failed'],
    ])
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('prints how to install Prism if it is missing', async () => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => {
        if (!name.startsWith('@stoplight/')) return next(name, context)
        throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
      } })`
    vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(hook)}`)
    const { ended, printed } = start('--engine', 'prism')
    expect(await ended).toEqual([1, null])
    expect(printed()).toBe('wfhost-mock: Cannot start Prism: run npm install --save-dev @stoplight/prism-cli@5.16.0\n')
  })

  test('prints one line with the reason if Prism does not start', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { ended, printed } = startCommand('--engine', 'prism', '--port', String(port))
    expect(await ended).toEqual([1, null])
    expect(printed()).toMatch(/^wfhost-mock: Cannot start Prism: .*EADDRINUSE.*\n$/)
    server.close()
  })
})

describe('wfhost-mock guard', () => {
  test('compares every exchange with the reference server with the document, in every world', async () => {
    const command = start('guard')
    const { printed } = command
    const url = await urlOf(command)
    expect((await post(url)).status).toBe(200)
    expect((await post(url, { body: '{"args":[{"name":1,"value":"a"}]}' })).status).toBe(400)
    const world = await createMockControl(url).createWorld('one')
    expect((await post(world.url)).status).toBe(200)
    expect((await post(world.url, { body: '{}' })).status).toBe(400)
    await world.remove()
    const violations = printed()
      .split('\n')
      .filter((line) => line.startsWith('violation '))
    expect(violations).toEqual([
      'violation in request 2 (runPublishedWorkflow echo): args[0].name: expected a string, found number',
      expect.stringMatching(/^violation in request 4 \(runPublishedWorkflow echo\): /),
    ])
  })

  test('a connection fault acts on the socket of the guard', async () => {
    const url = await served('guard')
    await createMockControl(url).addFault({ kind: 'reset-mid-body' })
    await expect(post(url).then((response) => response.text())).rejects.toThrow()
  })
})

describe('wfhost-mock guard --upstream', () => {
  test('forwards every request, and prints the violations of a broken server', async () => {
    const upstream = await upstreamThat((request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'x-authorization': `${request.headers.authorization}` })
      response.end('{"message":"slow down"}')
    })
    const command = start('guard', '--upstream', upstream)
    const { printed } = command
    const url = await urlOf(command)
    const response = await post(url)
    expect([response.status, await response.text()]).toEqual([429, '{"message":"slow down"}'])
    expect(response.headers.get('x-authorization')).toBe(`Bearer ${sampleKeys.workflows.echo}`)
    expect(printed()).toMatch(/violation in the response to request 1 \(runPublishedWorkflow echo\): header Retry-After: /)
    expect((await fetch(`${url}/__mock/other`)).status).toBe(404)
  })
})
