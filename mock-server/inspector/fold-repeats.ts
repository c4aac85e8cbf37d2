import type { ExchangeSummary } from '../src/schema/journal.ts'

/** Requests that follow each other and differ only in their times. */
export interface Fold {
  readonly entries: readonly ExchangeSummary[]
}

/** Two rows are quicker to read than one with a button. */
const fewestToFold = 3

/** Folds requests that repeat. A person then sees what changed between them. */
export function foldRepeats(entries: readonly ExchangeSummary[]): readonly Fold[] {
  const groups: ExchangeSummary[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isRepeat(group[0], entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap((group) =>
    group.length < fewestToFold ? group.map((entry) => ({ entries: [entry] })) : { entries: group },
  )
}

function isRepeat(one: ExchangeSummary, other: ExchangeSummary): boolean {
  return signatureOf(one) === signatureOf(other)
}

function signatureOf({ failed, faults, forwarded, reason, request, response, tool }: ExchangeSummary): string {
  return JSON.stringify([request.method, request.path, response?.status, failed, reason, tool, forwarded, faults])
}
