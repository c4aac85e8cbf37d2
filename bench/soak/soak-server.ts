import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { faultyWorkflows } from '../servers/faulty-workflows.ts'
import { operations } from '../servers/operations.ts'

export interface MixedRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}

/** Every operation, everything that a client can do wrong in one request, and faults that leave the connection whole. */
function mixedRequests(): readonly MixedRequest[] {
  const good = operations.filter(({ name }) => name !== '429')
  const [run] = good
  if (run === undefined) throw new Error('Cannot mix requests: there are none')
  const { headers, method, path } = run
  const wrong = { method, path, headers, status: 400 }
  const named = (name: string, value: unknown) => JSON.stringify({ args: [{ name, value }] })
  const faulty = faultyWorkflows.map(({ fault: { key, kind }, status }): MixedRequest => {
    const own = { ...headers, authorization: `Bearer ${key}` }
    return {
      name: `fault ${kind}`,
      method,
      path: path.replace('support-triage', kind),
      headers: own,
      body: '{"args":[]}',
      status,
    }
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

export interface SoakResult {
  readonly perSecond: number
  readonly answered: number
  readonly unexpected: Readonly<Record<string, number>>
  /** Resident memory of the server, at equal distances. */
  readonly memoryMb: readonly number[]
  readonly openFilesBefore: number
  readonly openFilesAfter: number
}

const connections = 32

/** Sends the mix again and again, looks at each status, and watches the server from outside. */
export async function soakServer({
  pid,
  requests,
  url,
}: {
  readonly url: string
  readonly pid: number
  readonly requests: number
}): Promise<SoakResult> {
  const unexpected: Record<string, number> = {}
  const memoryMb = [memoryOf(pid)]
  const openFilesBefore = openFiles(pid)
  const state = { answered: 0 }
  const every = Math.round(requests / 20)
  const count = (name: string, expected: number) => (status: number) => {
    state.answered += 1
    if (state.answered % every === 0) memoryMb.push(memoryOf(pid))
    if (status !== expected) unexpected[`${name}: ${status}`] = (unexpected[`${name}: ${status}`] ?? 0) + 1
  }
  const began = performance.now()
  const mix = mixedRequests().map(({ body, headers, method, name, path, status }) => ({
    method,
    path,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    onResponse: count(name, status),
  }))
  await autocannon({ url, connections, amount: requests, timeout: 10, requests: mix })
  const perSecond = (state.answered * 1000) / (performance.now() - began)
  const openFilesAfter = await settledFiles(pid, openFilesBefore)
  return { perSecond, answered: state.answered, unexpected, memoryMb, openFilesBefore, openFilesAfter }
}

function memoryOf(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 102.4) / 10
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Sockets close a moment after their client did. */
async function settledFiles(pid: number, atMost: number): Promise<number> {
  for (let attempt = 0; attempt < 20 && openFiles(pid) > atMost; attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return openFiles(pid)
}
