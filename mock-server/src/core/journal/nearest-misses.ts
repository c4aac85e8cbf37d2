import type { JournalEntry } from './journal-entry.ts'
import type { Differences } from './request-pattern.ts'

const shownMisses = 3

/** The requests nearest to a pattern, one line each, and in what they differ. */
export function nearestMisses(entries: readonly JournalEntry[], differences: Differences): readonly string[] {
  const misses = entries
    .map((entry) => ({ request: nameOf(entry), found: differences(entry) }))
    .filter(({ found }) => found.length > 0)
    .toSorted((a, b) => distance(a.found) - distance(b.found))
    .slice(0, shownMisses)
    .map(({ found, request }) => `  ${request}: ${found.join('; ')}`)
  return misses.length === 0 ? [] : ['Nearest:', ...misses]
}

/** A request that lacks something is further away than one that has another value. */
function distance(differences: readonly string[]): number {
  return differences.length + differences.filter((difference) => difference.endsWith('found nothing')).length
}

/** The name of a request in a message. */
export function nameOf({ number, request }: Pick<JournalEntry, 'number' | 'request'>): string {
  return `${number}. ${request.method} ${request.path}`
}
