import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { enqueueRuns } from '@wfhost/queue'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { numbers } from './numbers.ts'
import { untilDone, useQueue } from './use-queue.ts'

const { open, redis, serve, work } = useQueue()

interface Called {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command like a user. */
function start(line: readonly string[]): {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly called: Promise<Called>
} {
  const file = fileURLToPath(new URL('../../sdk/bin/wfhost.mjs', import.meta.url))
  const child = spawn(process.execPath, [file, 'queue', ...line], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => {
    printed.out += text
    // Two statuses of the live output are enough.
    if (line.includes('--follow') && printed.out.split('\n').length > 2) child.kill('SIGINT')
  })
  child.stderr.on('data', (text: Buffer) => {
    printed.err += text
  })
  return { child, called: once(child, 'close').then(([code]) => ({ code, ...printed })) }
}

function wfhost(...line: readonly string[]): Promise<Called> {
  return start(line).called
}

describe('wfhost queue', () => {
  test('shows, pauses, resumes, exports, and retries unknown inputs', { timeout: 120_000 }, async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    const queue = await open('steered')
    let well = false
    const service = await serve((n) => (!well && n === 1 ? new Response('{}', { status: 500 }) : undefined))
    await enqueueRuns(queue, 'order', numbers(3), { key: ({ n }) => `order ${n}` })
    expect(await wfhost('pause', 'steered')).toMatchObject({ code: 0, out: '' })
    expect(await wfhost('pause', 'steered', '--json')).toMatchObject({ code: 0, out: '{"paused":"steered"}\n' })
    await work(queue, service)
    expect((await wfhost('status', 'steered')).out).toBe(
      '3 waiting, 0 active, 1 workers\n  0 succeeded, 0 failed, 0 refused, 0 may have run\n  stopped: somebody paused it; wfhost queue resume steered continues\n',
    )
    expect(await wfhost('resume', 'steered', '--json')).toMatchObject({ code: 0, out: '{"resumed":"steered"}\n' })
    await untilDone(queue)
    const exported = (await wfhost('export', 'steered')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(exported.map(({ key, outcome }) => `${key} ${outcome}`).sort()).toEqual([
      'order 0 succeeded',
      'order 1 unknown',
      'order 2 succeeded',
    ])
    const { entry } = exported.at(-2)
    expect((await wfhost('export', 'steered', '--after', entry, '--json')).out.trim().split('\n')).toHaveLength(1)
    well = true
    expect(await wfhost('retry', 'steered')).toMatchObject({ code: 2, err: expect.stringContaining("unknown command 'retry'") })
    expect(await wfhost('retry-unknown', 'steered')).toMatchObject({ code: 0, out: '1\n' })
    await untilDone(queue)
    const { out } = await wfhost('status', 'steered', '--follow', '--json')
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.at(-1)).toMatchObject({ succeeded: 3, unknown: 0, waiting: 0, perSecond: 0 })
    expect(await wfhost('retry-unknown', 'steered', '--json')).toMatchObject({ code: 0, out: '{"retried":0}\n' })
  })

  test.each([['pause'], ['resume'], ['status'], ['export'], ['retry-unknown']])(
    'refuses to %s a queue that does not exist, and writes nothing to Redis',
    async (command) => {
      process.env['WFHOST_REDIS_URL'] = redis().url
      const connection = new Redis(redis().url)
      const err = expect.stringContaining("wfhost: Cannot find the queue 'steerd': Redis does not have the queue")
      expect(await wfhost(command, 'steerd')).toMatchObject({ code: 2, out: '', err })
      expect(await connection.keys('*steerd*')).toEqual([])
      connection.disconnect()
    },
  )

  test('creates a queue once, and lifts a stop only with --may-run-twice', { timeout: 60_000 }, async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    const created = expect.stringContaining('created the queue lifted')
    expect(await wfhost('create', 'lifted', '--json')).toMatchObject({ code: 0, out: '{"created":"lifted"}\n', err: created })
    expect(await wfhost('create', 'lifted')).toMatchObject({ code: 2, err: expect.stringContaining('Redis has it already') })
    const queue = await open('lifted', { isCreated: true })
    await work(queue, await serve())
    await redis().crash()
    const reason = 'Redis has forgotten the queue, and with it what was sent'
    await expect.poll(() => queue.status()).toMatchObject({ stopped: reason })
    expect((await wfhost('status', 'lifted')).out).toContain(
      `stopped: ${reason}; wfhost queue resume lifted --may-run-twice continues`,
    )
    expect(await wfhost('create', 'lifted')).toMatchObject({ code: 2, err: expect.stringContaining('--may-run-twice') })
    expect(await wfhost('resume', 'lifted')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^wfhost: Cannot resume the queue 'lifted': .*run twice.* wfhost queue resume lifted --may-run-twice\n/,
      ),
    })
    expect(await wfhost('resume', 'lifted', '--may-run-twice')).toMatchObject({
      code: 0,
      err: expect.stringContaining('the 0 inputs that wait, and among all that are added again'),
    })
    expect((await wfhost('status', 'lifted')).out).not.toContain('stopped')
  })

  test('names the settings that weaken the promises', async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    const { code, out } = await wfhost('check', 'steered')
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^appendonly is no: after a crash, Redis has lost/)],
    })
  })

  test.each([
    [[], 'Usage: wfhost queue'],
    [['--help'], 'Usage: wfhost queue'],
    [['stop', 'steered'], "unknown command 'stop'"],
    [['status'], "missing required argument 'name'"],
    [['status', 'a', 'b'], "too many arguments for 'status'"],
    [['pause', 'a', '--follow'], "unknown option '--follow'"],
    [['pause', 'a', '--hard'], "unknown option '--hard'"],
    [['status', 'a', '--jsno'], "unknown option '--jsno' (Did you mean --json?)"],
  ])('%j: %s', async (line, message) => {
    const { err, out } = await wfhost(...line)
    expect(out + err).toContain(message)
  })

  test('reports that no Redis responds, and its address', async () => {
    const [closed, port] = await listenSilently()
    closed.close()
    process.env['WFHOST_REDIS_URL'] = `redis://127.0.0.1:${port}`
    const { code, err } = await wfhost('status', 'steered')
    expect({ code, err }).toEqual({
      code: 6,
      err: `wfhost: Cannot reach Redis at 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\nwfhost: is WFHOST_REDIS_URL right, and is Redis running?\n`,
    })
    process.env['WFHOST_REDIS_URL'] = 'http://:secret@127.0.0.1'
    expect(await wfhost('status', 'steered')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^wfhost: Cannot use the address of Redis: it begins with redis:\/\/ .*, not with http:\/\/\n/),
    })
  })

  test('ends after 10 s if Redis accepts the connection but does not respond, and immediately with Ctrl-C', {
    timeout: 60_000,
  }, async () => {
    const [silent, port] = await listenSilently()
    process.env['WFHOST_REDIS_URL'] = `redis://127.0.0.1:${port}`
    const patient = wfhost('status', 'steered')
    await once(silent, 'connection')
    const [first, second] = [start(['pause', 'steered']), start(['pause', 'steered'])]
    for (const _ of [first, second]) await once(silent, 'connection')
    first.child.kill('SIGINT')
    second.child.kill('SIGTERM')
    const since = performance.now()
    expect(await first.called).toMatchObject({ code: 130, err: expect.stringContaining(`${port}: interrupted\n`) })
    expect(await second.called).toMatchObject({ code: 143, err: expect.stringContaining(`${port}: terminated\n`) })
    expect(performance.now() - since).toBeLessThan(8_000)
    expect(await patient).toMatchObject({ code: 6, err: expect.stringContaining(`${port}: no response within 10 s\n`) })
    silent.close()
  })

  test('ends with Ctrl-C if a Redis stops responding', { timeout: 40_000 }, async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    await wfhost('create', 'interrupted')
    const client = new Redis(redis().url)
    const { called, child } = start(['status', 'interrupted', '--follow', '--json'])
    await once(child.stdout, 'data')
    await client.client('PAUSE', 120_000, 'ALL')
    child.kill('SIGINT')
    expect((await called).code).toBe(130)
    client.disconnect()
  })
})

/** Listens on a port, and never responds. */
async function listenSilently(): Promise<readonly [Server, number]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return [server, (server.address() as AddressInfo).port]
}
