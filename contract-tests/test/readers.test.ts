import { expect, test } from 'vitest'
import { failedRun, succeededRun, withSteps } from '../../scripts/run-bodies.ts'
import type { Exchange } from '../src/target/exchange.ts'
import { createPrismReader, generatedValidators, judge, zodSchemas } from './readers.ts'

const prism = await createPrismReader()
const readers = [generatedValidators, zodSchemas, prism]

const good = succeededRun(null)

const wrong: readonly { readonly what: string; readonly exchange: Exchange }[] = [
  {
    what: 'a failed run without a traceback',
    exchange: ran({ body: { ...failedRun(), error: { name: 'E', value: 'm' } } }),
  },
  { what: 'a run result without its steps', exchange: ran({ body: { status: 'success', result: 1 } }) },
  { what: 'a successful run without a result', exchange: ran({ body: { status: 'success', ...withSteps({}) } }) },
  { what: 'a step with an unknown status', exchange: ran({ body: { ...good, ...withSteps({ a: { status: 'skipped' } }) } }) },
  { what: 'an empty object', exchange: ran({ body: {} }) },
  { what: 'a list', exchange: ran({ body: [] }) },
  { what: 'a 429 without Retry-After', exchange: ran({ status: 429, body: { message: 'later' } }) },
  {
    what: 'a 429 whose Retry-After is neither seconds nor a date',
    exchange: ran({ status: 429, body: {}, headers: { 'retry-after': 'soon' } }),
  },
  { what: 'a status that the document does not have', exchange: ran({ status: 418, body: {} }) },
]

test.each(wrong)('every reader rejects $what', ({ exchange }) => {
  const { explanation, verdict } = judge(exchange, readers)
  expect(verdict, explanation).toBe('invalid')
})

const right: readonly { readonly what: string; readonly exchange: Exchange }[] = [
  { what: 'a run that succeeded', exchange: ran({ body: good }) },
  { what: 'a run with a field that nobody knows', exchange: ran({ body: { ...good, startedAt: 'today' } }) },
  { what: 'a run ID under another name', exchange: ran({ body: { execution: { id: 7 } } }) },
  { what: 'a run that started, answered with 202', exchange: ran({ status: 202, body: { runId: 'a' } }) },
  { what: 'a refusal with an empty object', exchange: ran({ status: 403, body: {} }) },
  { what: 'a 429 with seconds', exchange: ran({ status: 429, body: {}, headers: { 'retry-after': '0' } }) },
  {
    what: 'a 429 with a date',
    exchange: ran({ status: 429, body: {}, headers: { 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' } }),
  },
]

test.each(right)('every reader accepts $what', ({ exchange }) => {
  const { explanation, verdict } = judge(exchange, readers)
  expect(verdict, explanation).toBe('valid')
})

test('a disagreement says which reader says what', () => {
  const lenient = { name: 'a reader that accepts everything', read: () => [] }
  const { explanation, verdict } = judge(ran({ body: [] }), [lenient, generatedValidators])
  expect(verdict).toBe('disagreement')
  expect(explanation).toMatch(/a reader that accepts everything: valid\n {2}generated validators: body: expected/)
})

function ran(answer: { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }): Exchange {
  const { body, headers = {}, status = 200 } = answer
  return {
    call: {
      operationId: 'runPublishedWorkflow',
      method: 'POST',
      url: 'http://workflows.test/api/v2/external/flows/f/published-run',
      headers: {},
    },
    status,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    text: JSON.stringify(body),
    body,
  }
}
