import { operationTable } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { readAsWritten } from './as-written.ts'
import { listExamples } from './list-examples.ts'
import { listRemovals } from './remove-required.ts'
import { problemsOfExample } from './validate-example.ts'

const { document, isValid } = await readAsWritten()
const { headers, parameters, requests, responses } = listExamples(document)
const bodies = [...requests, ...responses]
const removals = bodies.flatMap((example) =>
  listRemovals(example.schema, { document, isValid, value: example.value }).map((removal) => ({ ...removal, example })),
)

test.each([...bodies, ...parameters, ...headers])('the example $operationId $of $name is valid', (example) => {
  expect(problemsOfExample(example)).toEqual([])
  expect(isValid(example.schema, example.value)).toBe(true)
})

test.each(removals)('the example $example.operationId $example.of $example.name without $removed is not valid', (removal) => {
  expect(problemsOfExample(removal.example, removal.value)).toHaveLength(1)
  expect(isValid(removal.example.schema, removal.value)).toBe(false)
})

test('the examples lose each required member once', () => {
  console.log(`${bodies.length} bodies, ${parameters.length + headers.length} other examples, ${removals.length} removals`)
  expect(removals.length).toBeGreaterThanOrEqual(40)
})

test('every documented status of every operation has an example', () => {
  for (const [operationId, { statuses }] of Object.entries(operationTable)) {
    const shown = responses.filter((example) => example.operationId === operationId).map(({ status }) => status)
    expect([...new Set(shown)], operationId).toEqual(statuses)
  }
})

test('every request body, parameter and header has an example', () => {
  const operations = Object.entries(operationTable)
  const withBody = operations.filter(([, { method }]) => method === 'POST').map(([operationId]) => operationId)
  expect([...new Set(requests.map(({ operationId }) => operationId))]).toEqual(withBody)
  for (const [operationId, { path }] of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const shown = parameters.filter((example) => example.operationId === operationId).map(({ parameter }) => parameter)
    expect(new Set(shown), operationId).toEqual(new Set(named))
  }
  expect(new Set(headers.map(({ header }) => header))).toEqual(new Set(['Retry-After', 'WWW-Authenticate']))
})
