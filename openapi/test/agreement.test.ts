import type { OperationId } from '@wfhost/openapi'
import { validateRequestBody, validateResponse } from '@wfhost/openapi/validators'
import { expect, test } from 'vitest'
import { readAsWritten } from './as-written.ts'
import { type Example, listExamples } from './list-examples.ts'
import { listMutations } from './list-mutations.ts'

// The validators are compiled from simplified schemas, so this test compares them with the original schemas.
const { document, isValid } = await readAsWritten()
const { headers, parameters, requests, responses } = listExamples(document)
const bodies = [...requests, ...responses]

test.each([...bodies, ...parameters, ...headers])('the example $operationId $of $name is valid', (example) => {
  expect(isValid(example.schema, example.value)).toBe(true)
})

test.each([...bodies, ...headers])('the validators accept the example $operationId $of of $name', (example) => {
  expect(problemsOfExample(example)).toEqual([])
})

test.each(bodies)('the validator of $operationId $of judges every change of $name as Ajv does', (example) => {
  for (const value of listMutations(example.value)) {
    const problems = problemsOfExample(example, value)
    expect(problems.length === 0, `${JSON.stringify(value)}: ${JSON.stringify(problems)}`).toBe(isValid(example.schema, value))
  }
})

/** Returns the problems of an example, by the public validators. Another value may replace its own. */
function problemsOfExample(
  example: Example & { readonly status?: number; readonly header?: string },
  value: unknown = example.value,
): ReturnType<typeof validateResponse> {
  // The list of examples is generated from the document, like the validators.
  const operationId = example.operationId as OperationId
  const { header, status } = example
  if (status === undefined) return validateRequestBody(operationId, value)
  const headers = new Headers({ 'content-type': 'application/json', 'retry-after': '30' })
  if (header === undefined) return validateResponse(operationId, { status, headers, body: value })
  headers.set(header, String(value))
  return validateResponse(operationId, { status, headers, body: {} })
}
