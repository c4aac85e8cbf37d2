/** A value in a JSON document, and where it stands. */
export interface Selected {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string
  readonly value: unknown
}

/**
 * What a selector selects: a JSON pointer in which the step `*` stands for every member or item; with `#` at its end, the
 * names of the members instead of their values. Nothing where the document has no such part.
 */
export function select(document: unknown, selector: string): Selected[] {
  const wantsNames = selector.endsWith('#')
  const steps = (wantsNames ? selector.slice(0, -1) : selector).split('/').slice(1)
  const selected = steps.reduce<readonly Named[]>(
    (found, step) => found.flatMap((one) => inside(one, step)),
    [{ pointer: '', value: document, name: '' }],
  )
  return selected.map(({ name, pointer, value }) => ({ pointer, value: wantsNames ? name : value }))
}

interface Named extends Selected {
  readonly name: string
}

function inside({ pointer, value }: Named, step: string): Named[] {
  if (typeof value !== 'object' || value === null) return []
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  const entries = Object.entries(value).filter(([member]) => step === '*' || member === name)
  return entries.map(([member, child]) => ({ name: member, pointer: `${pointer}/${pointerToken(member)}`, value: child }))
}

/** The name of a member as a JSON pointer has it. */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
