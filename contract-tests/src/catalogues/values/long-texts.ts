import type { CatalogueEntry } from '../catalogue.ts'

/** A text that is too long for a part of some servers, although they accept its request. */
export interface LongText extends CatalogueEntry {
  /** In characters of ASCII, so also in bytes. */
  readonly length: number
}

/** Texts that some queues of runs drop or cut, after the start of the run was accepted. */
export const longTextsForQueues: readonly LongText[] = [
  {
    id: 'over-64-kilobytes',
    kind: 'queue',
    length: 66_000,
    source: 'Azure: a message of Queue Storage has at most 64 kB; MariaDB: TEXT has at most 65,535 characters',
  },
]

/** Texts for which some meters count several units, although an execution takes one credit (section 5.3). */
export const longTextsForMeters: readonly LongText[] = [
  {
    id: 'over-1-kilobyte',
    kind: 'meter',
    length: 1050,
    source: 'DynamoDB: one write unit is an item of up to 1 kB',
  },
]
