/** One form of a request in which some servers are known to have a defect. */
export interface CatalogueEntry {
  /** A stable name, such as `bearer-twice`. */
  readonly id: string
  /** Entries of one kind find the same defects in most servers. A quick run sends only the first entry of each kind. */
  readonly kind: string
  /**
   * Why a server may have the defect: sections of documents, weaknesses, and programs with their behaviour, such as
   * `RFC 9110, section 14.2: a part of the response; PHP: basename`.
   */
  readonly source: string
}

/** Selects the entries that a run sends: all of them, or the first of each kind in a quick run. */
export function selectEntries<Entry extends Pick<CatalogueEntry, 'kind'>>(
  entries: readonly Entry[],
  { isQuick }: { readonly isQuick: boolean },
): readonly Entry[] {
  if (!isQuick) return entries
  return entries.filter(({ kind }, index) => entries.findIndex((entry) => entry.kind === kind) === index)
}
