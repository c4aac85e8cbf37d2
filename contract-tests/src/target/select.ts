/** A part of a JSON document that a selector selects. */
export interface Selected {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string
  /** The last step of the pointer: the name of a member, or the position of an item. */
  readonly name: string
  readonly value: unknown
}

/**
 * Returns the parts of a document that a selector selects, or none if the document has no such part. A selector is a JSON
 * pointer in which the step `*` selects every member or item. With `#` at its end, it selects the names of the members
 * instead of their values.
 */
export function select(document: unknown, selector: string): Selected[] {
  const selectsNames = selector.endsWith('#')
  const steps = (selectsNames ? selector.slice(0, -1) : selector).split('/').slice(1)

  let selected: Selected[] = [{ pointer: '', value: document, name: '' }]
  for (const step of steps) selected = selected.flatMap((parent) => selectChildren(parent, step))

  return selectsNames ? selected.map((part) => ({ ...part, value: part.name })) : selected
}

function selectChildren({ pointer, value }: Selected, step: string): Selected[] {
  if (typeof value !== 'object' || value === null) return []

  const wantedName = step.replaceAll('~1', '/').replaceAll('~0', '~')
  return Object.entries(value)
    .filter(([name]) => step === '*' || name === wantedName)
    .map(([name, child]) => ({ name, pointer: `${pointer}/${escapePointerToken(name)}`, value: child }))
}

export function escapePointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A string or a number somewhere in a JSON document. */
export interface Leaf {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string
  readonly value: string | number
}

/** Returns every string and number in a JSON value, in document order. */
export function listLeaves(value: unknown, pointer = ''): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []

  return Object.entries(value).flatMap(([name, child]) => listLeaves(child, `${pointer}/${escapePointerToken(name)}`))
}

/** Returns the leaves of the first JSON value that exist in all values and differ between any two of them. */
export function findDifferingLeaves(documents: readonly unknown[]): Leaf[] {
  const leafMaps = documents.map((document) => new Map(listLeaves(document).map((leaf) => [leaf.pointer, leaf.value])))

  return listLeaves(documents[0]).filter(({ pointer }) => {
    const distinctValues = new Set(leafMaps.flatMap((leafMap) => leafMap.get(pointer) ?? []))
    return distinctValues.size === documents.length
  })
}
