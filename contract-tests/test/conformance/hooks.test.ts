import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { runCommandLine, serveWorld } from '../../proof/contract-server.ts'
import { createHooks } from '../../src/config/create-hooks.ts'
import { openFolder } from '../for-one-test.ts'

const world = await serveWorld()
afterAll(world.close)

const { echo, ...fixtures } = Object(world.config['fixtures'])
// The key of `failing` is regenerated instead of the key of `echo`, because some of these hooks print no key.
const config = { ...world.config, fixtures: { ...fixtures, echo, regenerated: { flowId: 'failing' } } }

test('a command runs in the folder of the configuration, and not in the working directory of the suite', async () => {
  const file = await fileWith({ 'hooks/balance.sh': '#!/bin/sh\ncat balance.txt\n', 'balance.txt': '100' })
  const { output } = await runCommandLine(['run', '--only', 'exe-credit', '-c', file])
  expect(output).toContain(
    'expected 4 credits taken by 4 executions, and none by the one with the key of another organization, found 0: the balance was 100, and is 100',
  )
})

const missing: readonly (readonly [which: string, files: Readonly<Record<string, string>>, says: RegExp])[] = [
  ['that does not exist', {}, /hooks.creditBalance.command: there is no file .*balance.sh; commands run in the folder/],
  ['that is not executable', { 'hooks/balance.sh': '' }, /balance.sh may not be executed; chmod/],
]

test.each(missing)('plan and run report a command %s before they send a request', async (_, ...[files, says]) => {
  const file = await fileWith(files)
  const sent = world.seen.length
  for (const command of ['plan', 'run']) {
    const { code, errors } = await runCommandLine([command, '-c', file])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(says) })
  }
  expect(world.seen).toHaveLength(sent)
})

test.each([
  ['a document', '{"error":"no such flow","key":"s3cret"}', 'found 39 characters with white space or braces'],
  ['a sentence', 'Regenerated: s3cret', 'found 19 characters with white space or braces'],
  ['nothing', '', 'found nothing'],
] as const)('%s instead of a key blocks the checks that need it, and no output shows it', async (_, ...[text, says]) => {
  const command = [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`]
  const hooks = { ...Object(world.config['hooks']), regenerateKey: { command } }
  const { code, output } = await runCommandLine(['run', '--only', 'key-regenerated'], { config: { ...config, hooks } })
  expect(output).toContain(`hooks.regenerateKey: expected the key alone, ${says}; print the key only`)
  expect(output).not.toContain('s3cret')
  expect(code).toBe(3)
})

test('a hook with a body has the content type of JSON, unless its headers contain another', async () => {
  const types: unknown[] = []
  const url = await serveHooks((request, response) => {
    types.push(request.headers['content-type'])
    response.end('100')
  })
  for (const headers of [undefined, { 'Content-Type': 'text/plain' }]) {
    await runCommandLine(['run', '--only', 'exe-credit'], { config: withBalance({ url, body: {}, headers }) })
  }
  expect(new Set(types)).toEqual(new Set(['application/json', 'text/plain']))
})

test('a hook follows no redirect, so its secrets are sent only to its own address', async () => {
  const reached: unknown[] = []
  const elsewhere = await serveHooks((request, response) => {
    reached.push(request.headers)
    response.end('100')
  })
  const url = await serveHooks((_, response) => response.writeHead(307, { location: elsewhere }).end())
  const { output } = await runCommandLine(['run', '--only', 'exe-credit'], {
    config: withBalance({ url, headers: { 'x-key': 's3cret-s3cret' } }),
  })
  expect(output).toContain('hooks.creditBalance: the response has the status 307; hooks follow no redirect')
  expect(reached).toEqual([])
})

test.each([
  ['creditBalance', 'more than once', 'the balance was 100, and is 100'],
  ['regenerateKey', 'once', 'check its url, and that what is there is up. It may have made a key, so it was not sent again'],
] as const)('%s, whose connection breaks, is sent %s', async (hook, times, says) => {
  let hookCalls = 0
  const url = await serveHooks((request, response) => {
    hookCalls += 1
    if (hookCalls === 1) request.socket.destroy()
    else response.end('100')
  })
  const hooks = { ...Object(world.config['hooks']), [hook]: { url } }
  const only = hook === 'creditBalance' ? 'exe-credit' : 'key-regenerated.new'
  const { output } = await runCommandLine(['run', '--only', only], { config: { ...config, hooks } })
  expect(output).toContain(says)
  expect(hookCalls === 1).toBe(times === 'once')
})

test('a page in place of the response blocks the checks that need the hook, also if it returns nothing', async () => {
  const url = await serveHooks((_, response) => response.end('\n<!DOCTYPE html><title>Log in</title>'))
  const hooks = { ...Object(world.config['hooks']), publishToolset: { url }, limitRate: { url } }
  const only = 'man-version.published,limit-429.parallel'
  const { code, output } = await runCommandLine(['run', '--only', only], { config: { ...config, hooks } })
  expect(output).toContain('hooks.publishToolset: the response is a page for people; check its url, and whether it needs a login')
  expect(output).toContain('hooks.limitRate: the response is a page for people')
  expect(code).toBe(3)
})

test('a hook that has timed out is not called again to read a number', async () => {
  let hookCalls = 0
  const url = await serveHooks(() => {
    hookCalls += 1
  })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too late', 'TimeoutError')), 100)
    return controller.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const hooks = createHooks({ creditBalance: { url, method: 'POST', headers: {} } }, '.')

  await expect(hooks.creditBalance?.()).rejects.toThrow('hooks.creditBalance: the request got no response within 30 s')
  await expect(hooks.creditBalance?.()).rejects.toThrow('hooks.creditBalance: it has timed out before')
  expect(hookCalls).toBe(1)
})

const held = 'h00k-s3cret'
const leaky = ['-e', 'process.stderr.write(process.argv.join()); process.exit(3)', '--', `--token=${held}`]

test.each([
  ['a command that fails', { command: [process.execPath, ...leaky] }],
  [
    'an address where nothing listens',
    { url: `http://127.0.0.1:1/?token=${held}`, headers: { authorization: `Bearer ${held}` } },
  ],
  ['an output that is not a number', { command: [process.execPath, '-e', `console.log('${held}')`] }],
  ['an address that echoes it', { url: `${world.url}/${held}`, headers: { 'x-token': held } }],
])('no output shows the secrets of a hook: %s', async (_, hook) => {
  const folder = await openFolder()
  const run = ['run', '--only', 'exe-credit']
  for (const args of [run, [...run, '--json'], [...run, '--output', folder], ['replay', 'exe-credit'], ['plan']]) {
    const { errors, output } = await runCommandLine(args, { config: withBalance(hook) })
    expect(output + errors).not.toContain(held)
  }
  const reports = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  expect(reports.length).toBeGreaterThan(4)
  expect(reports.join()).toContain('hooks.creditBalance: ')
  expect(reports.join()).not.toContain(held)
})

function withBalance(creditBalance: unknown): unknown {
  return { ...config, hooks: { ...Object(world.config['hooks']), creditBalance } }
}

/** Serves the hooks of the suite, and records their requests. */
async function serveHooks(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes a configuration whose balance comes from a command, and files beside it. Files with content are executable. */
async function fileWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await openFolder()
  await mkdir(join(folder, 'hooks'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content)
    await chmod(join(folder, name), content.startsWith('#!') ? 0o755 : 0o644)
  }
  const hooks = { ...Object(world.config['hooks']), creditBalance: { command: ['./hooks/balance.sh'] } }
  await writeFile(join(folder, 'target.yaml'), stringify({ ...config, hooks }))
  return join(folder, 'target.yaml')
}
