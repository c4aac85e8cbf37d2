import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { enqueueRuns } from '@wfhost/queue'
import { describe, expect, test } from 'vitest'
import { numbers } from './numbers.ts'
import { untilDone, useQueue } from './use-queue.ts'

const { open, redis, serve, work } = useQueue()

interface Called {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Calls the command as a person does, and ends it by Ctrl-C after a while. */
async function wfhost(...line: readonly string[]): Promise<Called> {
  const file = fileURLToPath(new URL('../../sdk/bin/wfhost.mjs', import.meta.url))
  const child = spawn(process.execPath, [file, 'queue', ...line], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => {
    said.out += text
    // Of what goes on, two statuses are enough.
    if (line.includes('--follow') && said.out.split('\n').length > 2) child.kill('SIGINT')
  })
  child.stderr.on('data', (text: Buffer) => {
    said.err += text
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

describe('wfhost queue', () => {
  test('shows, pauses, resumes, exports, and runs again what may have run', { timeout: 120_000 }, async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    const queue = await open('steered')
    let well = false
    const service = await serve((n) => (!well && n === 1 ? new Response('{}', { status: 500 }) : undefined))
    expect((await wfhost('pause', 'steered')).code).toBe(0)
    await enqueueRuns(queue, numbers(3), { flowId: 'order', key: ({ n }) => `order ${n}` })
    await work(queue, service)
    expect((await wfhost('status', 'steered')).out).toBe(
      '3 waiting, 0 active, 1 workers\n  0 succeeded, 0 failed, 0 refused, 0 may have run\n  stopped: somebody paused it; wfhost queue resume goes on\n',
    )
    expect((await wfhost('resume', 'steered')).code).toBe(0)
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
    expect((await wfhost('export', 'steered', '--after', entry)).out.trim().split('\n')).toHaveLength(1)
    well = true
    expect(await wfhost('retry', 'steered')).toMatchObject({
      code: 2,
      err: expect.stringContaining("required option '--unknown' not specified"),
    })
    expect(await wfhost('retry', 'steered', '--unknown')).toMatchObject({ code: 0, out: '1\n' })
    await untilDone(queue)
    const { out } = await wfhost('status', 'steered', '--follow', '--json')
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.at(-1)).toMatchObject({ succeeded: 3, unknown: 0, waiting: 0, perSecond: 0 })
  })

  test('says which settings weaken the promises', async () => {
    process.env['WFHOST_REDIS_URL'] = redis().url
    const { code, out } = await wfhost('check', 'steered')
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^appendonly is no: a crash of Redis forgets/)],
    })
  })

  test.each([
    [[], 'Usage: wfhost queue'],
    [['--help'], 'Usage: wfhost queue'],
    [['stop', 'steered'], "unknown command 'stop'"],
    [['status'], "missing required argument 'name'"],
    [['status', 'a', 'b'], "too many arguments for 'status'"],
    [['pause', 'a', '--json'], "unknown option '--json'"],
    [['pause', 'a', '--hard'], "unknown option '--hard'"],
  ])('%j: %s', async (line, said) => {
    const { err, out } = await wfhost(...line)
    expect(out + err).toContain(said)
  })

  test('says that no Redis answers, and where', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const address = closed.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise((resolve) => closed.close(resolve))
    process.env['WFHOST_REDIS_URL'] = `redis://127.0.0.1:${port}`
    expect(await wfhost('status', 'steered')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Cannot reach Redis at 127.0.0.1:${port}`),
    })
  })
})
