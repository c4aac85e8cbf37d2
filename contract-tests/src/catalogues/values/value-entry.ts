import type { CatalogueEntry } from '../catalogue.ts'

/** A JSON value that some servers change before it reaches a workflow. */
export interface ValueEntry extends CatalogueEntry {
  readonly value: unknown
  /** The value that the library of the source makes of it. */
  readonly becomes: unknown
}

/** The members of an entry that differ within a kind. Its id is made of the value, unless the value makes a poor name. */
export type ValueRow = readonly [id: string, value: unknown, becomes: unknown, source: string]

/** Creates the entries of one kind. */
export function createEntries(kind: string, rows: readonly ValueRow[]): ValueEntry[] {
  return rows.map(([id, value, becomes, source]) => ({ id, kind, value, becomes, source }))
}
