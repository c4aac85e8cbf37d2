export interface Selected {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string
  /** The last step of the pointer: the name of a member, or the position of an item. */
  readonly name: string
  readonly value: unknown
}

/**
 * What a selector selects: a JSON pointer in which the step `*` stands for every member or item; with `#` at its end, the
 * names of the members instead of their values. Nothing where the document has no such part.
 */
export function select(document: unknown, selector: string): Selected[] {
  const wantsNames = selector.endsWith('#')
  const steps = (wantsNames ? selector.slice(0, -1) : selector).split('/').slice(1)
  const selected = steps.reduce<readonly Selected[]>(
    (found, step) => found.flatMap((one) => inside(one, step)),
    [{ pointer: '', value: document, name: '' }],
  )
  return wantsNames ? selected.map((one) => ({ ...one, value: one.name })) : [...selected]
}

function inside({ pointer, value }: Selected, step: string): Selected[] {
  if (typeof value !== 'object' || value === null) return []
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  const entries = Object.entries(value).filter(([member]) => step === '*' || member === name)
  return entries.map(([member, child]) => ({ name: member, pointer: `${pointer}/${pointerToken(member)}`, value: child }))
}

export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Every string and number in a JSON value with its JSON pointer, in document order. */
export function leaves(value: unknown, pointer = ''): { readonly pointer: string; readonly value: string | number }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => leaves(child, `${pointer}/${pointerToken(key)}`))
}

/** The leaves of the first JSON value that are there in all, and have another value in each. */
export function differingLeaves(values: readonly unknown[]): ReturnType<typeof leaves> {
  const all = values.map((value) => new Map(leaves(value).map((leaf) => [leaf.pointer, leaf.value])))
  return leaves(values[0]).filter(({ pointer }) => {
    const found = new Set(all.flatMap((one) => one.get(pointer) ?? []))
    return found.size === values.length
  })
}
