import { listOperations } from '../../../../openapi/generate/list-operations.ts'
import { type Example, listExamples } from '../../../../openapi/test/list-examples.ts'
import type { Validators } from '../compile-document.ts'
import type { DriftCheck } from '../drift-check.ts'

/** The document against its own examples: each is valid, and everything that can have one has one. */
export const examples: DriftCheck = {
  name: 'examples',
  find: ({ document, validators }) => {
    if (validators === undefined) return []
    const { headers, parameters, requests, responses } = listExamples(document)
    const all = [...headers, ...parameters, ...requests, ...responses]
    const broken = all.filter((example) => !isValid(validators, example)).map((example) => `${describe(example)} is not valid`)
    const shown = new Set(all.map(({ of, operationId }) => `${operationId} ${of}`))
    const expected = listOperations(document).flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...(requestBody === undefined ? [] : [`${operationId} request`]),
      ...parameters.map(({ name }) => `${operationId} parameter ${name}`),
      ...responses.map(({ status }) => `${operationId} ${status}`),
    ])
    return [...broken, ...expected.filter((place) => !shown.has(place)).map((place) => `${place} has no example`)]
  },
}

type AnyExample = Example & { readonly status?: number; readonly parameter?: string; readonly header?: string }

function isValid(validators: Validators, { header, operationId, parameter, status, value }: AnyExample): boolean {
  if (parameter !== undefined) return validators.parameters.get(operationId)?.get(parameter)?.(value) === true
  if (status === undefined) return validators.requestBodies.get(operationId)?.(value) === true
  const response = validators.responses.get(operationId)?.get(status)
  if (header === undefined) return response?.body(value) === true
  return response?.headers.find(({ name }) => name === header)?.validate(value) === true
}

function describe({ name, of, operationId }: Example): string {
  return `the example ${operationId} ${of} ${name}`
}
