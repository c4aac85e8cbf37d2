import { harHead } from '../core/journal/journal-formats.ts'
import type { ContractEntry } from './contract-entry.ts'

/** The member of the log that marks a contract. */
const contractMark = { kind: 'contract', version: 1 } as const

/** Creates the HTTP Archive of a contract. */
export function toContractArchive(entries: readonly ContractEntry[]): object {
  return { log: { ...harHead, _wfhost: contractMark, entries: sortByKey(entries).map(withKey) } }
}

/** Formats a contract with one line for each exchange, so that a difference between two versions is readable. */
export function formatContract(entries: readonly ContractEntry[]): string {
  const head = JSON.stringify({ log: { ...harHead, _wfhost: contractMark } }).slice(0, -2)
  const lines = sortByKey(entries).map((entry) => JSON.stringify(withKey(entry)))
  return `${head},"entries":[\n${lines.join(',\n')}\n]}}\n`
}

function sortByKey(entries: readonly ContractEntry[]): ContractEntry[] {
  return entries.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function withKey({ entry, key }: ContractEntry): object {
  return { ...entry, _key: key }
}
