import { operationTable } from '@wfhost/openapi'
import { operationTableOf } from '../../../../openapi/generate/generate-operations.ts'
import type { DriftCheck } from '../drift-check.ts'

/** The document against the generator: it compiles. */
export const generator: DriftCheck = {
  name: 'generator',
  find: ({ failure }) => (failure === undefined ? [] : [failure]),
}

/** The document against the table of operations that the reference server routes by. */
export const operations: DriftCheck = {
  name: 'operation table',
  find: ({ document }) => {
    const found = operationTableOf(document)
    const names = [...new Set([...Object.keys(operationTable), ...Object.keys(found)])]
    return names.filter((name) => JSON.stringify(found[name]) !== JSON.stringify(Object(operationTable)[name]))
  },
}
