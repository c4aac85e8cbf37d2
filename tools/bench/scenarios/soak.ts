import { readdirSync } from 'node:fs'
import autocannon from 'autocannon'
import { median, show } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { faultyWorkflows } from '../servers/faulty.ts'
import { type BenchOperation, operations } from '../servers/operations.ts'
import { startServer } from '../servers/sides.ts'

const efforts = { quick: 10_000, normal: 1_000_000, long: 3_000_000 } as const
const connections = 32

/** Sends a mix of requests repeatedly, checks each status, and watches the server from outside. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const requests = efforts[effort]
  const { pid, residentMb, stop, url } = await startServer('faulty')
  const memoryNow = () => Math.round(residentMb() * 10) / 10
  const unexpected = new Map<string, number>()
  const memoryMb = [memoryNow()]
  const openFilesBefore = openFiles(pid)
  let response = 0
  const count = (name: string, expected: number) => (status: number) => {
    response += 1
    if (response % Math.round(requests / 20) === 0) memoryMb.push(memoryNow())
    const what = `${name}: ${status}`
    if (status !== expected) unexpected.set(what, (unexpected.get(what) ?? 0) + 1)
  }
  const began = performance.now()
  const mix = mixedRequests().map(({ headers, name, status, ...request }) => ({
    ...request,
    headers: { ...headers },
    onResponse: count(name, status),
  }))
  await autocannon({ url, connections, amount: requests, timeout: 10, requests: mix })
  const perSecond = (response * 1000) / (performance.now() - began)
  const openFilesAfter = await settledFiles(pid, openFilesBefore)
  await stop()
  const third = Math.floor(memoryMb.length / 3)
  // The first third fills the caches and the kept runs; after that nothing may grow.
  const growth = median(memoryMb.slice(-third)) / median(memoryMb.slice(third, 2 * third))
  const wrong = Array.from(unexpected, ([what, times]) => `${what} (${times} x)`)
  const total = requests.toLocaleString('en-US')
  return {
    goals: [
      {
        name: `Memory over ${total} mixed requests`,
        goal: 'last third <= 1.1 x the middle third',
        measured: `${show(growth)} x, ${memoryMb.at(-1)} MB at the end`,
        met: growth <= 1.1,
        limit: 'a leak',
      },
      {
        name: 'Every response is counted',
        goal: `${total} responses, each with its status`,
        measured: `${response.toLocaleString('en-US')} responses, ${wrong.length === 0 ? 'none unexpected' : wrong.join(', ')}`,
        met: response === requests && wrong.length === 0,
        limit: 'a defect of the server',
      },
      {
        name: 'No handle is left',
        goal: `<= ${openFilesBefore} open files, as before`,
        measured: String(openFilesAfter),
        met: openFilesAfter <= openFilesBefore,
        limit: 'a leak',
      },
    ],
    tables: [{ title: `Resident memory in MB at each twentieth of ${total} requests`, rows: [['MB'], [memoryMb.join(', ')]] }],
    notes: [
      `The mix has every operation, nine kinds of wrong requests and eight kinds of faults: ${show(perSecond)} requests/s over ${connections} connections.`,
    ],
  }
}

type MixedRequest = Omit<BenchOperation, 'operationId' | 'responseBody'>

/** Every operation, every client error that one request can show, and faults that keep the connection intact. */
function mixedRequests(): readonly MixedRequest[] {
  const good = operations.filter(({ name }) => name !== '429')
  const [run] = good
  if (run === undefined) throw new Error('Cannot mix requests: the list is empty')
  const { headers, method, path } = run
  const wrong = { method, path, headers, status: 400 }
  const named = (name: string, value: unknown) => JSON.stringify({ args: [{ name, value }] })
  const faulty = faultyWorkflows.map(({ fault: { key, kind }, status }) => {
    const own = { ...headers, authorization: `Bearer ${key}` }
    const ownPath = path.replace('support-triage', kind)
    return { name: `fault ${kind}`, method, path: ownPath, headers: own, body: '{"args":[]}', status }
  })
  return [
    ...good,
    ...faulty,
    { ...wrong, name: 'body that is not JSON', body: '{"args": [' },
    { ...wrong, name: 'body without args', body: '{}' },
    { ...wrong, name: 'argument that is missing', body: '{"args": []}' },
    { ...wrong, name: 'argument of another type', body: named('subject', 7) },
    { ...wrong, name: 'mode that does not exist', body: '{"args": [], "mode": "later"}' },
    { ...wrong, name: 'content of another type', headers: { ...headers, 'content-type': 'text/plain' }, body: 'hello' },
    {
      ...wrong,
      name: 'workflow that does not exist',
      path: path.replace('support-triage', 'none'),
      body: named('subject', 'x'),
      status: 404,
    },
    { ...wrong, name: 'wrong method', method: 'GET', headers: { authorization: headers['authorization'] ?? '' }, status: 405 },
    { ...wrong, name: 'unknown path', method: 'GET', path: '/nothing', headers: {}, status: 404 },
  ]
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Sockets close a moment after their client has closed them. */
async function settledFiles(pid: number, atMost: number): Promise<number> {
  for (let attempt = 0; attempt < 20 && openFiles(pid) > atMost; attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return openFiles(pid)
}
