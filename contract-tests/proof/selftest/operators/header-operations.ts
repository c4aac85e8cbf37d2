import type { MockService } from '@wfhost/mock-server'
import { onAnswer } from '../../mutants/on-answer.ts'
import type { Operator } from './apply-operator.ts'

/** An operator on a header of a 429. */
export interface HeaderOperation {
  readonly operator: Operator
  readonly header: string
  /** Why the answer is still legal; undefined when it is not. */
  readonly legal: string | undefined
  readonly change: (service: MockService) => MockService
}

const edits = {
  drop: (headers, name) => headers.delete(name),
  rename: (headers, name) => {
    headers.set(`x-${name}`, headers.get(name) ?? '')
    headers.delete(name)
  },
  retype: (headers, name) => headers.set(name, 'text'),
  empty: (headers, name) => headers.set(name, ''),
  // RFC 9110, section 5.3: a field that is no list is sent once.
  duplicate: (headers, name) => headers.append(name, headers.get(name) ?? ''),
} as const satisfies Partial<Record<Operator, (headers: Headers, name: string) => void>>

const legalHeaders = new Map([['content-type', 'no document shows the body of a 429']])

/** Every operator on every header that a 429 of the reference server has. */
export const headerOperations: readonly HeaderOperation[] = ['retry-after', 'content-type'].flatMap((header) =>
  Object.entries(edits).map(([operator, edit]) => ({
    operator: operator as keyof typeof edits,
    header,
    legal: legalHeaders.get(header),
    change: onAnswer(['run'], (given) => {
      if (given.status !== 429) return undefined
      const headers = new Headers(given.headers)
      edit(headers, header)
      return { headers }
    }),
  })),
)
