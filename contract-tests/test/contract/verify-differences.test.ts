import type { JsonObject } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { recordConsumerTests } from './consumer-tests.ts'
import { verify } from './run-verify.ts'
import { createReport, editBody, NESTED_PLACE, nest, type StagingOptions, serveStaging } from './staging.ts'

const contract = await recordConsumerTests()

/** A legal difference, and how the staging server has it. */
const legalDifferences: Readonly<Record<string, StagingOptions>> = {
  'other values in a result': { triage: () => ({ team: 'logistics', score: 17 }) },
  'more fields in a result': { triage: () => ({ team: 'support', score: 1, extra: { deep: true } }) },
  'a result without a field that the schema makes optional': { triage: () => ({ team: 'support', score: 1 }) },
  'null where the schema accepts it': { triage: () => ({ team: 'support', score: null }) },
  'a list of another length': { report: () => ({ ...createReport(), items: [] }) },
  'another message of an error': {
    charge: { firstStep: 'look-up', secondStep: 'charge', error: 'CardDeclined', message: 'Insufficient funds' },
  },
  'another status for a failed run': { assumptions: { failedRunStatus: 422 } },
  'another status for an accepted async start': { assumptions: { asyncStatus: 200 } },
  'a run ID in another place': {
    change: (response) => editBody(response, (body) => ('runId' in body ? { data: { run_id: body['runId'] } } : body)),
  },
  'another body of a refusal': { assumptions: { runErrorBody: 'problem', registryErrorBody: 'problem' } },
  'Retry-After as a date': { assumptions: { retryAfterFormat: 'http-date' } },
  'more steps than in the tests': {
    change: (response) =>
      editBody(response, (body) =>
        body['stepOutputs'] === undefined
          ? body
          : { ...body, stepOutputs: { ...Object(body['stepOutputs']), audit: { status: 'success', result: 1 } } },
      ),
  },
  'another media type of JSON': {
    change: (response) => {
      response.headers.set('content-type', 'application/vnd.acme.run+json')
      return response
    },
  },
  'more headers': {
    change: (response) => {
      response.headers.set('x-request-id', 'req-1')
      response.headers.set('content-type', 'application/json; charset=utf-8')
      return response
    },
  },
}

test.each(Object.entries(legalDifferences))('does not blame %s', async (_, options) => {
  const { failures, verdict } = await verify(contract, await serveStaging(options))
  expect(failures).toEqual([])
  expect(verdict).toBe('KEPT')
})

/** A difference that breaks the contract, how the staging server has it, the checks that find it, and a message. */
const drifts: Readonly<Record<string, readonly [options: StagingOptions, check: string, message: string]>> = {
  'a field that the schema requires is missing': [
    { triage: () => ({ score: 1 }) },
    'run.triage',
    'expected a string at /result/team, found nothing at /result/team',
  ],
  'a field that the schema requires has another type': [
    { triage: () => ({ team: 7, score: 1 }) },
    'run.triage',
    'expected a string at /result/team, found a number at /result/team',
  ],
  'a nested field of a result is missing': [
    { report: () => ({ ...createReport(), totals: {} }) },
    'run.report',
    'expected a number at /result/totals/open, found nothing at /result/totals/open',
  ],
  'the elements of a list lack a field': [
    { report: () => ({ ...createReport(), items: [{ id: 1 }] }) },
    'run.report',
    'expected a string at /result/items/*/name, found nothing at /result/items/*/name',
  ],
  'a field that was null in the tests is missing': [
    { report: () => withoutField(createReport(), 'note') },
    'run.report',
    'expected a value at /result/note, found nothing at /result/note',
  ],
  'a field nine levels below the result has another type': [
    { report: () => ({ ...createReport(), nested: nest('one') }) },
    'run.report',
    `expected a number at ${NESTED_PLACE}, found a string at ${NESTED_PLACE}`,
  ],
  'a step has another id': [
    { charge: { firstStep: 'find-card', secondStep: 'charge', error: 'CardDeclined', message: 'No' } },
    'run.charge',
    'expected "success" at /stepOutputs/look-up/status, found nothing there',
  ],
  'a step has no result': [
    { change: (response) => editBody(response, (body) => editSteps(body, (step) => withoutField(step, 'result'))) },
    'run.',
    'expected an object at /stepOutputs/look-up/result, found nothing at /stepOutputs/look-up/result',
  ],
  'the result of a step has another type': [
    { change: (response) => editBody(response, (body) => editSteps(body, (step) => ({ ...step, result: 'text' }))) },
    'run.',
    'expected an object at /stepOutputs/look-up/result, found a string at /stepOutputs/look-up/result',
  ],
  'JSON has the Content-Type of HTML': [
    {
      change: (response) => {
        response.headers.set('content-type', 'text/html')
        return response
      },
    },
    'run. or manifest or execute',
    'expected a Content-Type of JSON, found text/html',
  ],
  'an error has another name': [
    { charge: { firstStep: 'look-up', secondStep: 'charge', error: 'PaymentError', message: 'No' } },
    'run.charge',
    'expected "CardDeclined" at /error/name, found "PaymentError"',
  ],
  'a failed run has no traceback': [
    {
      change: (response) =>
        editBody(response, (body) =>
          'error' in body ? { ...body, error: withoutField(Object(body['error']), 'traceback') } : body,
        ),
    },
    'run.charge',
    'expected a string at /error/traceback, found nothing at /error/traceback',
  ],
  'an archived workflow can be run': [{ retiredIsArchived: false }, 'run.retired', 'expected status 404, found 200'],
  'a start has no run ID': [
    { change: (response) => editBody(response, ({ runId: _runId, ...body }) => body) },
    'run.report',
    'expected a run ID in a member named runId, run_id, runID, executionId, execution_id, jobId, id, found none',
  ],
  'a run without a mode is async': [
    { assumptions: { defaultMode: 'async' } },
    'run.report',
    'expected "success" at /status, found nothing there',
  ],
  'the manifest lacks a tool set': [
    { toolsetName: 'post' },
    'manifest or execute',
    'expected the tool set mail-v2 in the manifest, found no such tool set',
  ],
  'a tool set lacks a tool': [
    { tools: [sendOnly()] },
    'manifest',
    'expected the tools bounce in the tool set mail-v2, found other tools',
  ],
  'an empty manifest has another message': [
    { change: (response) => replaceText(response, 'No published toolsets', 'Nothing here') },
    'manifest',
    'expected the message "No published toolsets", found another text',
  ],
  'a 429 has no Retry-After': [
    {
      change: (response) => {
        response.headers.delete('retry-after')
        return response
      },
    },
    'manifest',
    'expected the header Retry-After, found no such header',
  ],
  'an execution has another result': [
    {
      tools: [
        { ...sendOnly(), implementation: () => 'sent' },
        { name: 'bounce', parameters: [], implementation: () => null },
      ],
    },
    'execute',
    'expected an object at /result, found a string at /result',
  ],
}

function sendOnly() {
  return { name: 'send', parameters: [{ name: 'text', type: 'string' }], implementation: ({ text = '' }) => ({ text }) } as const
}

function withoutField(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}

/** Changes the steps of a run that succeeded. */
function editSteps(body: JsonObject, edit: (step: JsonObject) => JsonObject): JsonObject {
  const steps = Object.entries<JsonObject>(Object(body['stepOutputs']))
  if (steps.length === 0) return body

  const edited = steps.map(([id, step]) => [id, step['status'] === 'success' ? edit(step) : step])
  return { ...body, stepOutputs: Object.fromEntries(edited) }
}

async function replaceText(response: Response, found: string, replacement: string): Promise<Response> {
  const text = (await response.text()).replace(found, replacement)
  return new Response(text, { status: response.status, headers: response.headers })
}

test.each(Object.entries(drifts))('finds that %s', async (_, [options, check, message]) => {
  const { code, failures, verdict } = await verify(contract, await serveStaging(options))
  expect(verdict).toBe('BROKEN')
  expect(code).toBe(1)
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter(({ id }) => !check.split(' or ').some((prefix) => id.startsWith(prefix)))).toEqual([])
  expect(failures.map((failure) => failure.message).join('\n')).toContain(message)
})
