import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

/** A request of each operation that succeeds with its own credentials. */
const operations: readonly Pick<ParityCase, 'name' | 'method' | 'path' | 'body'>[] = [
  { name: 'a run', method: 'POST', path: runPath('echo'), body: '{"args":[],"mode":"sync"}' },
  { name: 'the manifest', method: 'GET', path: '/v1/public/wfhost/manifest' },
  { name: 'the organization manifest', method: 'GET', path: '/v1/orgs/acme/wfhost/manifest' },
  { name: 'an execution', method: 'POST', path: '/v1/public/wfhost/execute', body: '{"toolset":"mail","tool":"count"}' },
]

type Credentials =
  | 'workflow key'
  | 'tool-hosting key'
  | 'session'
  | 'replaced key'
  | 'foreign key'
  | 'key and session'
  | 'nothing'

const credentials: Readonly<Record<Credentials, Readonly<Record<string, string>>>> = {
  'workflow key': bearer(sampleKeys.workflows.echo),
  'tool-hosting key': bearer(sampleKeys.defaultEnvironment),
  session: { cookie: `console_session=${sampleKeys.consoleSession}` },
  'replaced key': bearer(sampleKeys.workflows.slow),
  'foreign key': bearer(sampleKeys.otherOrganization),
  'key and session': { ...bearer('wrong'), cookie: `console_session=${sampleKeys.consoleSession}` },
  nothing: {},
}

/** Which statuses the credentials get from the four operations, in their order, when nothing else is wrong. */
const statuses: Readonly<Record<Credentials, readonly [number, number, number, number]>> = {
  'workflow key': [200, 401, 401, 401],
  'tool-hosting key': [401, 200, 200, 200],
  session: [401, 401, 200, 401],
  'replaced key': [401, 401, 401, 401],
  'foreign key': [401, 400, 403, 404],
  // A session that is known counts, also beside a key that is not.
  'key and session': [401, 401, 200, 401],
  nothing: [401, 401, 401, 401],
}

/** What may be wrong beside the credentials: a known caller is over the limit, and one that is not stays unknown. */
const states: readonly (readonly [string, (service: MockService) => void, (status: number) => number])[] = [
  [' over the rate limit', (service) => prepare(service, 0), (status) => (status === 401 ? 401 : 429)],
  ['', (service) => prepare(service, undefined), (status) => status],
]

/** Every operation with every kind of credentials, within and beyond the rate limit. */
export const credentialCases: readonly ParityCase[] = states.flatMap(([state, before, statusOf]) =>
  Object.entries(credentials).flatMap(([kind, headers]) =>
    operations.map((operation, index): ParityCase => {
      const status = statuses[kind as Credentials][index] ?? 0
      return {
        ...operation,
        name: `${operation.name} with ${kind}${state}`,
        headers: { ...headers, 'content-type': 'application/json' },
        status: statusOf(status),
        before,
      }
    }),
  ),
)

function prepare(service: MockService, requests: number | undefined): void {
  service.setCredits('acme', 1000)
  if (service.workflowKey('slow') === sampleKeys.workflows.slow) service.regenerateKey('slow')
  service.setRateLimit(requests === undefined ? undefined : { requests, windowMs: 30_000 })
}
