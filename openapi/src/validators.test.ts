import { describe, expect, test } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import type { OperationId } from '../generated/operations.ts'
import type { components } from '../generated/types.ts'
import { validateRequestBody, validateResponse, validateSchema } from './validators.ts'

type SchemaName = keyof components['schemas']

const json = { 'content-type': 'application/json' }

function response(status: number, body: unknown, headers: Readonly<Record<string, string>> = json) {
  return { status, headers: new Headers(headers), body }
}

describe(validateRequestBody, () => {
  const valid = { name: 'subject', value: 'Hello' }
  const anyValue = 'one of string, number, boolean, object, array'

  test.each<[string, unknown]>([
    ['body: expected an object, found nothing', undefined],
    ['body: expected an object, found array', []],
    ['args: expected an array, found object', { args: { subject: 'Hello' } }],
    ['args[1]: expected an object, found array', { args: [valid, ['subject', 'Hello']] }],
    ['args[0].name: expected a string, found nothing', { args: [{}] }],
    [`args[0].value: expected ${anyValue}, found nothing`, { args: [{ name: 'subject' }] }],
    [`args[2].value: expected ${anyValue}, found null`, { args: [valid, valid, { name: 'x', value: null }] }],
    [`args[0].value: expected ${anyValue}, found NaN`, { args: [{ name: 'x', value: Number.NaN }] }],
    [`args[0].value: expected ${anyValue}, found bigint`, { args: [{ name: 'x', value: 1n }] }],
    ['mode: expected one of sync, async, found "Sync"', { args: [], mode: 'Sync' }],
    [`mode: expected one of sync, async, found "${'a'.repeat(40)}…"`, { args: [], mode: 'a'.repeat(100) }],
    ['args: expected an array, found nothing', { mode: 'later' }],
    ['args: expected an array, found nothing', JSON.parse('{"__proto__": {"args": []}}')],
  ])('says %s', (message, body) => {
    expect(validateRequestBody('runPublishedWorkflow', body)).toMatchObject([{ message }])
  })

  test.each<[string, unknown]>([
    ['toolset: expected a string that is not empty, found ""', { toolset: '', tool: 'send' }],
    ['arguments: expected an object, found null', { toolset: 'mail', tool: 'send', arguments: null }],
  ])('says of an execution: %s', (message, body) => {
    expect(validateRequestBody('executeTool', body)).toMatchObject([{ message }])
  })

  test.each<[string, unknown]>([
    ['a member that is not documented', { args: [], extra: null }],
    ['null inside of nested data', { args: [{ name: 'x', value: { a: [null] } }] }],
    ['an empty name and an empty value', { args: [{ name: '', value: '' }] }],
    [
      'names that every object has',
      JSON.parse('{"args": [{"name": "__proto__", "value": {"__proto__": null, "constructor": 1}}]}'),
    ],
    ['an object without a prototype', Object.assign(Object.create(null), { args: [] })],
  ])('accepts %s', (_, body) => {
    expect(validateRequestBody('runPublishedWorkflow', body)).toEqual([])
  })

  test('states the path, the expected and the found value', () => {
    const [problem] = validateRequestBody('runPublishedWorkflow', { args: [], mode: 'later' })
    const message = 'mode: expected one of sync, async, found "later"'
    expect(problem).toEqual({ path: 'mode', expected: 'one of sync, async', found: '"later"', message })
  })

  test('creates no object for a valid body', () => {
    const [first, second] = [{ args: [] }, { args: [valid] }].map((body) => validateRequestBody('runPublishedWorkflow', body))
    expect(first).toBe(second)
  })

  test('accepts any body for an operation without a body', () => {
    expect(validateRequestBody('getPublicManifest', undefined)).toEqual([])
  })

  test('refuses an operation that the document does not have', () => {
    const inherited = 'constructor' as OperationId
    expect(() => validateRequestBody(inherited, {})).toThrow('Cannot validate a body: the document has no operation constructor')
  })
})

describe(validateResponse, () => {
  const error = { name: 'Error', value: 'No', traceback: 'at step answer' }
  const success = (stepOutputs: unknown) => ({ status: 'success', result: 1, stepOutputs })
  const failed = (stepOutputs: unknown) => ({ status: 'failed', error, stepOutputs })

  test.each<[string, unknown]>([
    ['error.name: expected a string, found null', { ...failed({}), error: { ...error, name: null } }],
    ['error: expected an object, found nothing', { status: 'failed', stepOutputs: {} }],
    ['result: expected any JSON, found nothing', { status: 'success', stepOutputs: {} }],
    ['stepOutputs: expected an object, found array', success([])],
    ['stepOutputs.answer.status: expected one of success, failed, found nothing', success({ answer: {} })],
    ['stepOutputs.answer.status: expected one of success, failed, found "done"', success({ answer: { status: 'done' } })],
    ['stepOutputs["step one"].error: expected an object, found nothing', failed({ 'step one': { status: 'failed' } })],
    ['stepOutputs["0"].error: expected an object, found array', failed({ '0': { status: 'failed', error: [] } })],
    ['stepOutputs["a/b~c"]: expected an object, found number', failed({ 'a/b~c': 1 })],
    ['stepOutputs.__proto__: expected an object, found number', failed(JSON.parse('{"__proto__": 1}'))],
    ['stepOutputs.constructor.status: expected one of success, failed, found nothing', success({ constructor: {} })],
    ['body: expected an object that is not empty, found {}', {}],
    ['status: expected a value beside stepOutputs, found nothing', { result: 1, stepOutputs: {} }],
    ['runId: expected one of string, number, found null', { runId: null }],
    ['runId: expected a string that is not empty, found ""', { runId: '' }],
  ])('says of a run: %s', (message, body) => {
    expect(validateResponse('runPublishedWorkflow', response(200, body))).toMatchObject([{ message }])
  })

  test.each<[string, unknown]>([
    ['any result', { ...success({ constructor: { status: 'success', result: null } }), result: null }],
    ['fields that are not documented', { ...failed({ answer: { status: 'failed', error } }), id: 1 }],
    ['a run ID by any name', { id: 'run-1', status: 'running' }],
    ['a run ID that is a number', { runId: 7 }],
  ])('accepts of a run: %s', (_, body) => {
    expect(validateResponse('runPublishedWorkflow', response(200, body))).toEqual([])
  })

  test('refuses the result of a run with status 202', () => {
    const [problem] = validateResponse('runPublishedWorkflow', response(202, success({})))
    expect(problem?.message).toBe('status: expected a value other than success, failed, found "success"')
  })

  const retryAfter = 'header Retry-After: expected seconds or an HTTP-date'
  const contentType = 'header Content-Type: expected application/json'
  test.each<[string, number, Record<string, string>]>([
    ['status: expected one of 200, 400, 401, 404, 429, found 403', 403, json],
    [`${retryAfter}, found nothing`, 429, json],
    [`${retryAfter}, found "soon"`, 429, { ...json, 'retry-after': 'soon' }],
    [`${retryAfter}, found "-1"`, 429, { ...json, 'retry-after': '-1' }],
    [`${retryAfter}, found "1.5"`, 429, { ...json, 'retry-after': '1.5' }],
    [`${contentType}, found nothing`, 400, {}],
    [`${contentType}, found application/jsonp`, 400, { 'content-type': 'application/jsonp' }],
  ])('says of a manifest: %s', (message, status, headers) => {
    expect(validateResponse('getPublicManifest', response(status, {}, headers))).toMatchObject([{ message }])
  })

  test.each([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'Application/JSON' },
    { 'content-type': 'application/problem+json' },
    { ...json, 'retry-after': '0' },
    { ...json, 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' },
    { ...json, 'www-authenticate': 'Bearer' },
  ])('accepts the headers %o', (headers) => {
    expect(validateResponse('executeTool', response(429, {}, { 'retry-after': '1', ...headers }))).toEqual([])
  })

  test('refuses an operation that the document does not have', () => {
    const unknown = '__proto__' as OperationId
    expect(() => validateResponse(unknown, response(200, {}))).toThrow('the document has no operation __proto__')
  })
})

describe(validateSchema, () => {
  test.each<[string, SchemaName, unknown]>([
    ['RunError: expected an object, found array', 'RunError', []],
    [
      'toolsets[0].tools[0].parameters[0].required: expected a boolean, found string',
      'Manifest',
      { toolsets: [{ tools: [{ parameters: [{ required: 'yes' }] }] }] },
    ],
    ['status: expected "success", found "failed"', 'RunSucceeded', { ...succeededRun(1), status: 'failed' }],
  ])('says %s', (message, name, value) => {
    expect(validateSchema(name, value)).toMatchObject([{ message }])
  })

  test('refuses a schema that the document does not have', () => {
    const inherited = 'toString' as SchemaName
    expect(() => validateSchema(inherited, {})).toThrow('Cannot validate a value: the document has no schema toString')
  })
})

test.each<[string, (options: object) => unknown]>([
  ['validateRequestBody', (options) => validateRequestBody('runPublishedWorkflow', {}, options)],
  ['validateResponse', (options) => validateResponse('runPublishedWorkflow', response(200, {}), options)],
  ['validateSchema', (options) => validateSchema('StepOutputs', {}, options)],
])('%s refuses an unknown option', (_, validate) => {
  expect(() => validate({ redakt: String })).toThrow(new TypeError('Cannot use redakt: unknown option; did you mean "redact"?'))
})
