import { expect, test } from 'vitest'
import type { OperationId } from '../generated/operations.ts'
import { validateResponse } from './validators.ts'

const json = { 'content-type': 'application/json' }
const error = { name: 'Error', value: 'No', traceback: 'at step answer' }
const failedStep = { status: 'failed', error: { name: 'Error', value: 'No' } }

test.each<[string, unknown]>([
  [
    'error.traceback: expected a string, found nothing',
    { status: 'failed', error: { name: 'Error', value: 'No' }, stepOutputs: {} },
  ],
  ['error.name: expected a string, found null', { status: 'failed', error: { ...error, name: null }, stepOutputs: {} }],
  ['error: expected an object, found nothing', { status: 'failed', stepOutputs: {} }],
  ['error: expected an object, found string', { status: 'failed', error: 'No', stepOutputs: {} }],
  ['stepOutputs: expected an object, found nothing', { status: 'failed', error }],
  ['result: expected any JSON, found nothing', { status: 'success', stepOutputs: {} }],
  ['stepOutputs: expected an object, found array', { status: 'success', result: 1, stepOutputs: [] }],
  ['stepOutputs.answer: expected an object, found null', { status: 'success', result: 1, stepOutputs: { answer: null } }],
  [
    'stepOutputs.answer.status: expected one of success, failed, found nothing',
    { status: 'success', result: 1, stepOutputs: { answer: {} } },
  ],
  [
    'stepOutputs.answer.status: expected one of success, failed, found "done"',
    { status: 'success', result: 1, stepOutputs: { answer: { status: 'done' } } },
  ],
  [
    'stepOutputs.answer.result: expected any JSON, found nothing',
    { status: 'success', result: 1, stepOutputs: { answer: { status: 'success' } } },
  ],
  [
    'stepOutputs.answer.error.value: expected a string, found nothing',
    { status: 'failed', error, stepOutputs: { answer: { status: 'failed', error: { name: 'Error' } } } },
  ],
  [
    'stepOutputs["step one"].error: expected an object, found nothing',
    { status: 'failed', error, stepOutputs: { 'step one': { status: 'failed' } } },
  ],
  [
    'stepOutputs["0"].error: expected an object, found array',
    { status: 'failed', error, stepOutputs: { '0': { status: 'failed', error: [] } } },
  ],
  ['stepOutputs["a/b~c"]: expected an object, found number', { status: 'failed', error, stepOutputs: { 'a/b~c': 1 } }],
  [
    'stepOutputs.__proto__: expected an object, found number',
    { status: 'failed', error, stepOutputs: JSON.parse('{"__proto__": 1}') },
  ],
  [
    'stepOutputs.constructor.status: expected one of success, failed, found nothing',
    { status: 'success', result: 1, stepOutputs: { constructor: {} } },
  ],
  ['body: expected an object, found array', []],
  ['body: expected an object, found nothing', undefined],
  ['body: expected an object that is not empty, found {}', {}],
  ['status: expected a value beside stepOutputs, found nothing', { result: 1, stepOutputs: {} }],
  ['runId: expected one of string, number, found null', { runId: null }],
  ['runId: expected a string that is not empty, found ""', { runId: '' }],
])('says of a run: %s', (message, body) => {
  expect(validateResponse('runPublishedWorkflow', { status: 200, headers: new Headers(json), body })).toMatchObject([{ message }])
})

test.each<[string, unknown]>([
  ['any result', { status: 'success', result: null, stepOutputs: { constructor: { status: 'success', result: null } } }],
  [
    'fields that are not documented',
    { status: 'failed', error: { ...error, code: 1 }, stepOutputs: { answer: failedStep }, id: 1 },
  ],
  ['a run ID by any name', { id: 'run-1', status: 'running' }],
  ['a run ID that is a number', { runId: 7 }],
])('accepts of a run: %s', (_, body) => {
  expect(validateResponse('runPublishedWorkflow', { status: 200, headers: new Headers(json), body })).toEqual([])
})

test('says that 202 is not for the result of a run', () => {
  const body = { status: 'success', result: 1, stepOutputs: {} }
  const [problem] = validateResponse('runPublishedWorkflow', { status: 202, headers: new Headers(json), body })
  expect(problem?.message).toBe('status: expected a value other than success, failed, found "success"')
})

test.each<[string, { readonly status: number; readonly headers: Record<string, string> }]>([
  ['status: expected one of 200, 400, 401, 404, 429, found 418', { status: 418, headers: json }],
  ['status: expected one of 200, 400, 401, 404, 429, found 403', { status: 403, headers: json }],
  ['header Retry-After: expected seconds or an HTTP-date, found nothing', { status: 429, headers: json }],
  [
    'header Retry-After: expected seconds or an HTTP-date, found "soon"',
    { status: 429, headers: { ...json, 'retry-after': 'soon' } },
  ],
  [
    'header Retry-After: expected seconds or an HTTP-date, found "-1"',
    { status: 429, headers: { ...json, 'retry-after': '-1' } },
  ],
  [
    'header Retry-After: expected seconds or an HTTP-date, found "1.5"',
    { status: 429, headers: { ...json, 'retry-after': '1.5' } },
  ],
  ['header Content-Type: expected application/json, found nothing', { status: 400, headers: {} }],
  ['header Content-Type: expected application/json, found text/html', { status: 400, headers: { 'content-type': 'text/html' } }],
  [
    'header Content-Type: expected application/json, found application/jsonp',
    { status: 400, headers: { 'content-type': 'application/jsonp' } },
  ],
])('says of a manifest: %s', (message, { headers, status }) => {
  expect(validateResponse('getPublicManifest', { status, headers: new Headers(headers), body: {} })).toMatchObject([{ message }])
})

test.each([
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'Application/JSON' },
  { 'content-type': 'application/problem+json' },
  { ...json, 'retry-after': '0' },
  { ...json, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' },
  { ...json, 'www-authenticate': 'Bearer' },
])('accepts the headers %o', (headers) => {
  const limited = { status: 429, headers: new Headers({ 'retry-after': '1', ...headers }), body: {} }
  expect(validateResponse('executeTool', limited)).toEqual([])
})

test('refuses an operation that the document does not have', () => {
  const unknown = '__proto__' as OperationId
  const answer = { status: 200, headers: new Headers(json), body: {} }
  expect(() => validateResponse(unknown, answer)).toThrow('the document has no operation __proto__')
})
