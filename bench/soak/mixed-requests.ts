import { faultyWorkflows } from '../servers/faulty-workflows.ts'
import { operations } from '../servers/operations.ts'

/** A request of the mix, with the only status that it may get. */
export interface MixedRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
}

/** Every operation, everything that a client can do wrong in one request, and every fault that leaves the connection whole. */
export function mixedRequests(): readonly MixedRequest[] {
  const good = operations.filter(({ name }) => name !== '429')
  const [run] = good
  if (run === undefined) throw new Error('Cannot mix requests: there are none')
  const { headers, method, path } = run
  const wrong = { method, path, headers, status: 400 }
  const named = (name: string, value: unknown) => JSON.stringify({ args: [{ name, value }] })
  const faulty = faultyWorkflows.flatMap(({ fault: { key, kind }, status }): MixedRequest[] => {
    if (status === undefined) return []
    const own = { ...headers, authorization: `Bearer ${key}` }
    return [
      { name: `fault ${kind}`, method, path: path.replace('support-triage', kind), headers: own, body: '{"args":[]}', status },
    ]
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
