import { operationTable, type Requirement, requirements } from '@wfhost/openapi'
import { listOperations } from '../../../openapi/generate/document.ts'
import { operationTableOf } from '../../../openapi/generate/generate-modules.ts'
import { listMarks } from '../../../openapi/generate/marks.ts'
import { type Example, listExamples } from '../../../openapi/test/list-examples.ts'
import type { DriftCheck, Validators } from './subject.ts'

/** The document against the generator: it compiles. */
export const generator: DriftCheck = { name: 'generator', find: ({ failure }) => (failure === undefined ? [] : [failure]) }

/** The document against the table of operations that the reference server routes by. */
export const operations: DriftCheck = {
  name: 'operation table',
  find: ({ document }) => {
    const found = operationTableOf(document)
    const names = [...new Set([...Object.keys(operationTable), ...Object.keys(found)])]
    return names.filter((name) => JSON.stringify(found[name]) !== JSON.stringify(Object(operationTable)[name]))
  },
}

/** The document against its own examples: each is valid, and everything that can have one has one. */
export const examples: DriftCheck = {
  name: 'examples',
  find: ({ document, validators }) => {
    if (validators === undefined) return []
    const { headers, parameters, requests, responses } = listExamples(document)
    const all = [...headers, ...parameters, ...requests, ...responses]
    const broken = all.filter((example) => !isValid(validators, example)).map((example) => `${describe(example)} is not valid`)
    const compared = new Set(all.map(({ of, operationId }) => `${operationId} ${of}`))
    const expected = listOperations(document).flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...(requestBody === undefined ? [] : [`${operationId} request`]),
      ...parameters.map(({ name }) => `${operationId} parameter ${name}`),
      ...responses.map(({ status }) => `${operationId} ${status}`),
    ])
    return [...broken, ...expected.filter((place) => !compared.has(place)).map((place) => `${place} has no example`)]
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

const known: readonly Requirement[] = requirements

/** Verifies that the API document marks the requirements of the register at their places, with the mark for their evidence. */
export const register: DriftCheck = {
  name: 'register',
  find: ({ document }) => {
    const marks = listMarks(document)
    const unknown = marks.filter(({ id }) => !known.some((row) => row.id === id)).map(({ id }) => `${id} is not registered`)
    const wrong = marks
      .filter(({ id, kind }) => known.some((row) => row.id === id && (row.evidence === 'N') !== (kind === 'x-unspecified')))
      .map(({ id, kind, place }) => `${id} is marked by ${kind} at ${place}`)
    const moved = known
      .filter(({ id, places = [] }) => {
        const found = new Set(marks.filter((mark) => mark.id === id).map(({ place }) => place))
        return found.size !== places.length || places.some((place) => !found.has(place))
      })
      .map(({ id }) => `${id} is not where the register says`)
    return [...unknown, ...wrong, ...moved, ...incompleteGuesses(document, '')]
  },
}

function incompleteGuesses(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'x-unspecified' && Array.isArray(member)
      ? member.filter((guess) => !guess.source || !guess.choice).map(() => `the guess at ${place} lacks its source or its choice`)
      : incompleteGuesses(member, `${place}/${name}`),
  )
}
