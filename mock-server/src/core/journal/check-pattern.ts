import { operationTable } from '@wfhost/openapi'
import { checkMembers } from '../check-members.ts'
import { MockStateError } from '../mock-state-error.ts'
import { didYouMean } from '../nearest-name.ts'
import type { RequestPattern } from './request-pattern.ts'

const anyMember = {
  operation: 'anything',
  flowId: 'anything',
  method: 'anything',
  path: 'anything',
  headers: 'anything',
  args: 'anything',
  body: 'anything',
  status: 'anything',
} as const satisfies Readonly<Record<keyof RequestPattern, 'anything'>>

/**
 * Refuses a pattern that would match, or not, for the wrong reason.
 *
 * @throws {MockStateError} with what was expected.
 */
export function checkPattern(pattern: RequestPattern): void {
  const attempt = 'match requests'
  checkMembers(pattern, { attempt, members: anyMember })
  const wrong = (what: string): never => {
    throw new MockStateError(`Cannot ${attempt}: expected ${what}`)
  }
  const { args, flowId, headers, method, operation, path, status } = pattern
  if (operation !== undefined && !Object.hasOwn(operationTable, operation)) {
    const operations = Object.keys(operationTable)
    wrong(
      `operation to be one of ${operations.join(', ')}, found ${JSON.stringify(operation)}${didYouMean(operation, operations)}`,
    )
  }
  if (method !== undefined && typeof method !== 'string') wrong(`method to be a string, found ${typeof method}`)
  for (const [name, value] of Object.entries({ flowId, path }))
    if (value !== undefined && typeof value !== 'string' && !isMatcher(value))
      wrong(`${name} to be a string or a RegExp, found ${typeof value}`)
  for (const [name, value] of Object.entries({ headers, args }))
    if (value !== undefined && (typeof value !== 'object' || value === null))
      wrong(`${name} to be an object, found ${typeof value}`)
  if (status !== undefined && typeof status !== 'number' && !isMatcher(status))
    wrong(`status to be a number, found ${typeof status}`)
}

/** Whether it is a RegExp, or an asymmetric matcher of vitest or jest. */
function isMatcher(value: unknown): boolean {
  return value instanceof RegExp || typeof Object(value).asymmetricMatch === 'function'
}
