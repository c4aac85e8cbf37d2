import { sampleKeys } from '@wfhost/mock-server'
import type { Random } from '../../src/core/random.ts'

export interface GeneratedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const { defaultEnvironment, emptyEnvironment, workflows } = sampleKeys
const oddFlows = ['draft', '__proto__', 'constructor', '..%2f', '%00', '%E0%A4%A', 'a b', '%F0%9F%98%80', 'x'.repeat(500)]
const flows = [...Object.keys(workflows), ...oddFlows]
const keys = [...Object.values(workflows), defaultEnvironment, emptyEnvironment, 'wrong', '', '__proto__']
const members = 'args name value mode sync async text data list toolset tool arguments mail send count to payload amount'
const words = [...members.split(' '), '__proto__', 'constructor', 'toString', '', '\ud800', '\u0000']
const otherMethods = ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']
const otherTypes = ['application/json; charset=utf-8', 'text/plain', 'application/jsonx', '']
const broken = ['{', '[', '"', '\\', ',', ':', '}', ']', 'nul', '01', '1e999', '\u0001', '\ufeff', '\ufffd', '-', '']

export function generateRequest(random: Random): GeneratedRequest {
  const { key, method: usual, path } = generateTarget(random)
  const method = random() < 0.9 ? usual : pick(random, otherMethods)
  const body = method === 'GET' || method === 'HEAD' ? undefined : generateBody(random)
  const type = random() < 0.4 ? 'application/json' : pick(random, otherTypes)
  return {
    method,
    path,
    headers: {
      ...(random() < 0.95 ? { authorization: `${pick(random, ['Bearer', 'Bearer', 'bearer', 'Basic'])} ${key}` } : {}),
      ...(type === '' ? {} : { 'content-type': type }),
      ...(random() < 0.05 ? { cookie: `console_session=${pick(random, keys)}; ;=` } : {}),
    },
    body,
  }
}

function generateTarget(random: Random): { readonly method: string; readonly path: string; readonly key: string } {
  const drawn = random()
  const key = pick(random, keys)
  const host = random() < 0.8 ? defaultEnvironment : key
  if (drawn < 0.5) {
    const [flowId = '', own = ''] = pick(random, Object.entries(workflows))
    return { method: 'POST', path: `/api/v2/external/flows/${flowId}/published-run`, key: own }
  }
  if (drawn < 0.65) return { method: 'POST', path: `/api/v2/external/flows/${pick(random, flows)}/published-run`, key }
  if (drawn < 0.8) return { method: 'POST', path: '/v1/public/wfhost/execute', key: host }
  if (drawn < 0.85) return { method: 'GET', path: '/v1/public/wfhost/manifest', key: host }
  if (drawn < 0.9)
    return { method: 'GET', path: `/v1/orgs/${pick(random, ['acme', 'globex', '__proto__', '%00'])}/wfhost/manifest`, key: host }
  const parts = ['api', 'v2', 'v1', '..', '%2e%2e', '', 'public', 'flows', '*', '%', 'published-run']
  return {
    method: 'POST',
    path: `/${Array.from({ length: Math.floor(random() * 8) }, () => pick(random, parts)).join('/')}`,
    key,
  }
}

function generateBody(random: Random): string {
  const text = JSON.stringify(random() < 0.6 ? nearlyValid(random) : generateValue(random, 4)) ?? 'null'
  if (random() < 0.7) return text
  const at = Math.floor(random() * (text.length + 1))
  return text.slice(0, at) + pick(random, broken) + text.slice(at + Math.floor(random() * 3))
}

function nearlyValid(random: Random): unknown {
  if (random() < 0.2) return { toolset: pick(random, words), tool: pick(random, words), arguments: generateValue(random, 2) }
  const args = Array.from({ length: Math.floor(random() * 4) }, () => ({
    name: pick(random, words),
    value: generateValue(random, 3),
  }))
  return { args, ...(random() < 0.5 ? { mode: pick(random, ['sync', 'async', 'later']) } : {}) }
}

function generateValue(random: Random, depth: number): unknown {
  const drawn = random()
  if (drawn < 0.3 || depth === 0) return pick(random, [null, true, false, 0, -1.5, 1e308, 'text', '', '{"a":1}', '\ud800'])
  const members = Array.from(
    { length: Math.floor(random() * 4) },
    () => [pick(random, words), generateValue(random, depth - 1)] as const,
  )
  return drawn < 0.6 ? members.map(([, value]) => value) : Object.fromEntries(members)
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}
