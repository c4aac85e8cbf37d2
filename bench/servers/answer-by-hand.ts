import { operationNamed } from './operations.ts'

/** An answer as somebody writes it who writes no more than needed. */
export interface HandAnswer {
  readonly status: number
  readonly answer: unknown
}

const sync = operationNamed('sync run')
const started = operationNamed('async run')
const manifest = operationNamed('manifest')
const execute = operationNamed('execute')
const unauthorized = operationNamed('401')
const limited = operationNamed('429')

/** What a hand-written double answers: no validation, no state, one answer for each operation. */
export function answerByHand(given: {
  readonly path: string
  readonly authorization: string | null | undefined
  readonly prefer: string | null | undefined
  readonly body: unknown
}): HandAnswer {
  if (!given.authorization) return unauthorized
  if (given.prefer === 'code=429') return limited
  if (given.path === manifest.path) return manifest
  if (given.path === execute.path) return execute
  return (given.body as { mode?: unknown }).mode === 'async' ? started : sync
}

/** The headers that go with it. */
export function headersByHand(status: number): Record<string, string> {
  const json = { 'content-type': 'application/json' }
  if (status === 401) return { ...json, 'www-authenticate': 'Bearer' }
  return status === 429 ? { ...json, 'retry-after': '60' } : json
}
