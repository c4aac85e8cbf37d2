import { expect, test } from 'vitest'
import { readAsWritten } from './as-written.ts'
import { listExamples } from './list-examples.ts'
import { listMutations } from './list-mutations.ts'
import { problemsOfExample } from './validate-example.ts'

// The validators are compiled from simplified schemas, so they are held against the schemas as they stand.
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
