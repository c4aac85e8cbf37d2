import { expect, test } from 'vitest'
import { failedRun, succeededRun } from '../../tools/scripts/run-bodies.ts'
import type { Exchange } from '../src/target/exchange.ts'
import { createPrismReader, generatedValidators, judge, zodSchemas } from './readers.ts'

const prism = await createPrismReader()
const readers = [generatedValidators, zodSchemas, prism]

// The checks in drift/ verify that the readers agree on each change of each example.
test.each([
  ['valid', 'a run that succeeded', ran({ body: succeededRun(null) })],
  ['valid', 'a 429 with a date', ran({ status: 429, body: {}, headers: { 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT' } })],
  ['invalid', 'a failed run without a traceback', ran({ body: { ...failedRun(), error: { name: 'E', value: 'm' } } })],
  ['invalid', 'a 429 without Retry-After', ran({ status: 429, body: { message: 'later' } })],
])('every reader finds %s: %s', (expected, _, exchange) => {
  const { explanation, verdict } = judge(exchange, readers)
  expect(verdict, explanation).toBe(expected)
})

test('a disagreement shows the finding of each reader', () => {
  const lenient = { name: 'a reader that accepts everything', read: () => [] }
  const { explanation, verdict } = judge(ran({ body: [] }), [lenient, generatedValidators])
  expect(verdict).toBe('disagreement')
  expect(explanation).toMatch(/a reader that accepts everything: valid\n {2}generated validators: body: expected/)
})

function ran(response: {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}): Exchange {
  const { body, headers = {}, status = 200 } = response
  return {
    request: {
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
