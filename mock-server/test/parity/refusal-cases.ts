import { sampleKeys } from '@wfhost/mock-server'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

const json = { 'content-type': 'application/json' }
const body = '{"args":[]}'
const { echo } = sampleKeys.workflows
const keyed = bearer(sampleKeys.defaultEnvironment)

function post(name: string, given: Partial<ParityCase> & Pick<ParityCase, 'status'>): ParityCase {
  return { name, method: 'POST', path: runPath('echo'), headers: { ...bearer(echo), ...json }, body, ...given }
}

const authorizations: readonly (readonly [string, string, number])[] = [
  ['the scheme in lower case', `bearer ${echo}`, 200],
  ['the scheme in upper case', `BEARER ${echo}`, 200],
  ['two spaces after the scheme', `Bearer  ${echo}`, 200],
  ['no key', 'Bearer', 401],
  ['an empty authorization', '', 401],
  ['no scheme', echo, 401],
  ['another scheme', `Basic ${echo}`, 401],
  ['a wrong key', 'Bearer wrong', 401],
  ['a key in upper case', `Bearer ${echo.toUpperCase()}`, 401],
  ['a key with something after it', `Bearer ${echo} x`, 401],
  ['two keys', `Bearer ${echo}, Bearer ${echo}`, 401],
  ['a key of Object', 'Bearer __proto__', 401],
  ['a tool-hosting key', `Bearer ${sampleKeys.defaultEnvironment}`, 401],
  ['the key of another workflow', `Bearer ${sampleKeys.workflows.slow}`, 403],
  ['the key of another workspace', `Bearer ${sampleKeys.workflows['charge-card']}`, 403],
]

const contentTypes: readonly (readonly [string, number])[] = [
  ['application/json; charset=utf-8', 200],
  ['application/json;charset="UTF-8"', 200],
  ['APPLICATION/JSON', 200],
  ['application/json ; x=y', 200],
  ['text/plain', 400],
  ['application/jsonp', 400],
  ['application/problem+json', 400],
  ['application/x-www-form-urlencoded', 400],
  ['text/json, application/json', 400],
]

const flows: readonly (readonly [string, string, number])[] = [
  ['an unknown flowId', 'nobody', 404],
  ['an unpublished workflow', 'draft', 404],
  ['an archived workflow', 'archived', 404],
  ['a flowId with an encoded slash', 'echo%2Fecho', 404],
  ['a flowId with NUL', 'echo%00', 404],
  ['a flowId that is encoded where it need not be', '%65cho', 200],
  ['a flowId with a broken encoding', '%E0%A4%A', 404],
  ['a flowId beyond ASCII', '%F0%9F%98%80', 404],
  ['a flowId of Object', '__proto__', 404],
  ['a flowId with dots', 'a..b', 404],
  ['a flowId in upper case', 'ECHO', 404],
  ['a long flowId', 'f'.repeat(2000), 404],
]

const paths: readonly (readonly [string, string])[] = [
  ['the root', '/'],
  ['a path of nothing', '/nothing/here'],
  ['a slash at the end', `${runPath('echo')}/`],
  ['two slashes', `/${runPath('echo')}`],
  ['an empty flowId', runPath('')],
  ['another version', runPath('echo').replace('v2', 'v1')],
  ['upper case', runPath('echo').toUpperCase()],
  ['dots that lead away', '/api/v2/external/flows/echo/../published-run'],
  ['encoded dots', '/api/v2/external/flows/%2e%2e/published-run'],
  ['another product', '/v1/public/other/manifest'],
  ['the product in upper case', '/v1/public/WFHOST/manifest'],
]

export const refusalCases: readonly ParityCase[] = [
  ...authorizations.map(([name, authorization, status]) => post(name, { status, headers: { ...json, authorization } })),
  post('no authorization', { status: 401, headers: json }),
  post('a session', { status: 401, headers: { ...json, cookie: `console_session=${sampleKeys.consoleSession}` } }),
  post('a replaced key', {
    status: 401,
    path: runPath('monthly-report'),
    headers: { ...json, ...bearer(sampleKeys.workflows['monthly-report']) },
    before: (service) => void service.regenerateKey('monthly-report'),
  }),
  ...contentTypes.map(([type, status]) =>
    post(`content type ${type}`, { status, headers: { ...bearer(echo), 'content-type': type } }),
  ),
  ...flows.map(([name, flowId, status]) => post(name, { status, path: runPath(flowId) })),
  post('an archived workflow with its own key', {
    status: 404,
    path: runPath('archived'),
    headers: { ...bearer(sampleKeys.workflows.archived), ...json },
  }),
  ...paths.map(([name, path]) => post(`path: ${name}`, { status: 404, path })),
  post('a query is ignored', { status: 200, path: `${runPath('echo')}?flowId=other&x=%ZZ` }),
  ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'].map((method): ParityCase => {
    return { name: `${method} of a run`, method, path: runPath('echo'), headers: bearer(echo), status: 405 }
  }),
  ...['POST', 'HEAD', 'PUT', 'DELETE'].map((method): ParityCase => {
    return { name: `${method} of a manifest`, method, path: '/v1/public/wfhost/manifest', headers: {}, status: 405 }
  }),
  post('401 goes before 404', { status: 401, path: runPath('nobody'), headers: json }),
  post('404 goes before 403', { status: 404, path: runPath('draft') }),
  post('403 goes before 400', { status: 403, path: runPath('slow'), body: '{' }),
  post('over the rate limit', { status: 429, before: (service) => service.setRateLimit({ requests: 0, windowMs: 30_000 }) }),
  post('401 goes before 429', { status: 401, headers: json }),
  post('429 goes before 404', { status: 429, path: runPath('nobody') }),
  ...['/v1/public/wfhost/manifest', '/v1/orgs/acme/wfhost/manifest'].map((path): ParityCase => {
    return { name: `${path} over the rate limit`, method: 'GET', path, headers: keyed, status: 429 }
  }),
  post('a tool over the rate limit', {
    status: 429,
    path: '/v1/public/wfhost/execute',
    headers: { ...json, ...keyed },
    body: '{"toolset":"mail","tool":"count"}',
  }),
  post('no rate limit any more', { status: 200, before: (service) => service.setRateLimit(undefined) }),
]
