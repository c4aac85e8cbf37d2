import { type ChildProcess, execFile, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { pack, readTarball } from '../../scripts/release/pack.ts'
import { flowId, numbers } from './numbers.ts'
import { useQueue } from './use-queue.ts'

const recipe = fileURLToPath(new URL('../../examples/queue', import.meta.url))
const INPUTS = 400

const { redis, serve } = useQueue()
const folder = mkdtempSync(join(tmpdir(), 'recipe-'))
const children: ChildProcess[] = []

/** The recipe as its user has it: copied, and with our tarballs and what others publish installed. */
beforeAll(() => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const packages = ['sdk', 'queue']
  const { TARBALLS: packed } = process.env
  if (!packed) for (const name of packages) execFileSync('npm', ['run', 'build', '--silent', '--workspace', name], { stdio })
  const tarballs = packages.map((name) => (packed ? readTarball(name, packed) : pack(name, folder)).path)
  cpSync(recipe, folder, { recursive: true })
  writeFileSync(join(folder, 'tickets.jsonl'), [...numbers(INPUTS)].map(({ n }) => `${JSON.stringify({ n })}\n`).join(''))
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: folder, stdio })
}, 240_000)

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test("two workers of the recipe, installed from the packed tarballs, run each input once, and are seen in others' tools", {
  timeout: 120_000,
}, async () => {
  const service = await serve()
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    WFHOST_REDIS_URL: redis().url,
    WFHOST_BASE_URL: service.baseUrl,
    WFHOST_API_KEY: service.apiKey,
    FLOW_ID: flowId,
    PORT: '0',
  }
  const call = async (file: string, ...args: readonly string[]) =>
    (await promisify(execFile)(file, args, { cwd: folder, env, encoding: 'utf8' })).stdout
  const wfhost = (...args: readonly string[]) => call(join(folder, 'node_modules/.bin/wfhost'), 'queue', ...args)
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const process_ = { child, said: '' }
    child.stdout.on('data', (text: Buffer) => {
      process_.said += text
    })
    return process_
  }
  expect(await call(join(folder, 'node_modules/.bin/tsc'))).toBe('')
  expect(await call(process.execPath, 'produce.ts', 'tickets.jsonl')).toBe(`${INPUTS} added, 0 known\n`)
  const dashboard = start('dashboard.ts')
  const workers = [start('--import', './tracing.ts', 'work.ts'), start('--import', './tracing.ts', 'work.ts')]
  await expect
    .poll(async () => JSON.parse(await wfhost('status', 'tickets', '--json')), { interval: 500 })
    .toMatchObject({
      succeeded: INPUTS,
      workers: 2,
    })
  expect([...service.ran.values()]).toEqual(Array.from({ length: INPUTS }, () => 1))
  expect(await call(process.execPath, 'produce.ts', 'tickets.jsonl')).toBe(`0 added, ${INPUTS} known\n`)

  const port = /"port":(\d+)/.exec(dashboard.said)?.[1]
  const board = await fetch(`http://127.0.0.1:${port}/queues/api/queues`)
  expect(await board.json()).toMatchObject({ queues: [{ name: '{tickets}', readOnlyMode: true, counts: { failed: 0 } }] })
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toMatch(/^bullmq_job_count\{queue="\{tickets\}", state="waiting", product="tickets"\} 0$/m)

  for (const { child } of workers) child.kill('SIGTERM')
  for (const { child } of workers) if (child.exitCode === null) await once(child, 'exit')
  expect(workers.map(({ child }) => child.exitCode)).toEqual([0, 0])
  const spans = workers.map(({ said }) => said.match(/name: 'process \{tickets\}'/g)?.length ?? 0)
  expect(Math.min(...spans)).toBeGreaterThan(0)
  expect(spans.reduce((sum, each) => sum + each, 0)).toBe(INPUTS)
  count({ 'recipe from the packed tarballs': { inputs: INPUTS, workers: 2, spans: INPUTS } })
})
