import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'

// Together almost three times the heap. Before there was a limit in bytes, a heap of 1 GB lasted for 55 runs.
const runs = Number(process.env['RUNS'] ?? 40)
const heapMegabytes = 256

const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

/** Starts the command with a small heap, and sends runs one after another with one connection. */
async function serveWithSmallHeap(...more: readonly string[]) {
  const heap = `--max-old-space-size=${heapMegabytes}`
  const options = ['--conditions=@wfhost/source', cli, '--port', '0', '--json', '--assume', 'statusEndpoint=runs', ...more]
  const child = spawn(process.execPath, [heap, ...options], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))))
  const { url } = JSON.parse(line)
  const agent = new Agent({ keepAlive: true })

  function send(path: string, body: Buffer | undefined): Promise<{ readonly status: number | undefined; readonly body: Buffer }> {
    const headers = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: body === undefined ? 'GET' : 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  return {
    run: (body: Buffer) => send('/api/v2/external/flows/echo/published-run', body),
    state: async (runId: string) => send(`/api/v2/external/flows/echo/runs/${runId}`, undefined),
    memory: async () => JSON.parse((await send('/__mock/inspect/memory', Buffer.from('{}'))).body.toString()).result,
    end: async () => {
      agent.destroy()
      const ended = once(child, 'exit')
      child.kill()
      // No signal and no other code: the process has not run out of memory.
      expect(await ended).toEqual([0, null])
    },
  }
}

function bodyOf(text: string, mode: 'sync' | 'async' = 'sync'): Buffer {
  return Buffer.from(JSON.stringify({ args: [{ name: 'text', value: text }], mode }))
}

test.each([
  ['letters', 'a', runs],
  ['characters of three bytes', '漢', runs / 4],
  ['characters of four bytes beside letters, which take two bytes each in the heap', '😀aaaaaaaa', runs / 4],
])(
  `${runs} runs of 18 MB end no process with a heap of ${heapMegabytes} MB: %s`,
  async (_, unit, times) => {
    const server = await serveWithSmallHeap()
    const body = bodyOf(unit.repeat(Math.floor(18e6 / Buffer.byteLength(unit))))
    for (let index = 0; index < times; index += 1) {
      const response = await server.run(body)
      expect(response.status).toBe(200)
      expect(response.body.length).toBeGreaterThan(17e6)
    }
    const { limitBytes, usedBytes } = await server.memory()
    expect(usedBytes).toBeLessThanOrEqual(limitBytes)
    await server.end()
    count({ memory: { 'runs of 18 MB': times } })
  },
  1_800_000,
)

test('small and large runs, sync and async, stay within the limit together, and the newest result is kept', async () => {
  const server = await serveWithSmallHeap()
  const large = 'x'.repeat(18e6)
  let runId = ''
  for (let index = 0; index < 1000; index += 1) {
    const isLarge = index % 50 === 0
    const mode = index % 3 === 0 ? 'async' : 'sync'
    const { body, status } = await server.run(bodyOf(isLarge ? large : String(index), mode))
    expect(status).toBe(200)
    if (mode === 'async') runId = JSON.parse(body.toString()).runId
  }
  const { limitBytes, runs: remembered, usedBytes } = await server.memory()
  expect(usedBytes).toBeLessThanOrEqual(limitBytes)
  expect(remembered).toBeGreaterThan(50)
  const state = JSON.parse((await server.state(runId)).body.toString())
  expect(state).toMatchObject({ runId, status: 'success', result: { text: '999' } })
  await server.end()
}, 300_000)

test('writes a state file with large results with a small heap, and restores the newest run', async () => {
  const state = join(await mkdtemp(join(tmpdir(), 'wfhost-state-')), 'state.json')
  const server = await serveWithSmallHeap('--state', state)
  const large = 'x'.repeat(18e6)
  let runId = ''
  for (let index = 0; index < 20; index += 1) {
    const { body, status } = await server.run(bodyOf(`${index} ${large}`, 'async'))
    expect(status).toBe(200)
    runId = JSON.parse(body.toString()).runId
  }
  await server.end()

  const restarted = await serveWithSmallHeap('--state', state)
  const { status, result } = JSON.parse((await restarted.state(runId)).body.toString())
  expect([status, String(result.text).slice(0, 3)]).toEqual(['success', '19 '])
  await restarted.end()
}, 300_000)
