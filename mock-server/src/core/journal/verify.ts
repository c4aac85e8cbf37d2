import type { FaultState } from '../../faults/fault.ts'
import { check } from '../../schema/check.ts'
import { type VerifyOptions, verifyOptions } from '../../schema/request-pattern.ts'
import { memberOf } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { Refusal } from '../requests/plain-exchange.ts'
import { hasBody, readBody } from '../requests/read-body.ts'
import type { JournalEntry } from './journal-entry.ts'
import { differencesFrom, nameOf } from './request-pattern.ts'

/** Compares the requests with the document, and checks whether the faults applied. */
export function verify(
  { entries, faults }: { readonly entries: readonly JournalEntry[]; readonly faults: readonly FaultState[] },
  options: VerifyOptions,
): void {
  check(verifyOptions, options, 'verify')
  const { everyFaultMatched = false, except = [] } = options
  const exceptions = except.map(differencesFrom)
  const judged = entries.filter((entry) => exceptions.every((differences) => differences(entry).length > 0))
  const wrong = judged.flatMap(whyUnexpected)
  const unmatched = everyFaultMatched ? faults.filter(({ matched }) => matched === 0) : []
  const problems = [
    ...headed('Unexpected requests', wrong),
    ...headed(
      'Faults that matched no request',
      unmatched.map(({ fault, id }) => `  ${id}: ${JSON.stringify(fault)}`),
    ),
  ]
  if (problems.length > 0) throw new MockStateError(problems.join('\n'))
}

/** Lines below a heading with their number; nothing if there are none. */
function headed(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${heading} (${lines.length}):`, ...lines]
}

function whyUnexpected(entry: JournalEntry): string[] {
  const { faults, operation, response } = entry
  if (operation === undefined) return [`  ${nameOf(entry)}: ${whyNoOperation(entry)}`]
  if (!hasBody(operation)) return []
  // A fault made the response, so it says nothing about the request.
  if (response?.status === 400 && faults.length === 0) return [`  ${nameOf(entry)}: ${response.body ?? 'invalid'}`]
  const why = whyNotAllowed(entry, operation)
  if (why === undefined) return []
  const answered = response === undefined ? '' : `, answered with ${response.status} before it was looked at`
  return [`  ${nameOf(entry)}: ${why}${answered}`]
}

function whyNoOperation({ response }: JournalEntry): string {
  const allowed = response?.headers['allow']
  return allowed === undefined ? 'the document has no such operation' : `the document has it with ${allowed}`
}

/** Why the document does not allow a request that was refused earlier, such as for its key or its rate. */
function whyNotAllowed({ request }: JournalEntry, operation: Parameters<typeof readBody>[1]): string | undefined {
  const { body, headers } = request
  try {
    readBody({ body, unreadable: false, header: (name) => headers[name] }, operation)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return String(memberOf(error.answer.body, 'message'))
    throw error
  }
}
