/** Where something is: the value as a whole, by its name, and a JSON pointer into it. */
export interface Place {
  readonly whole: string
  readonly value: unknown
  readonly pointer: string
}

/** A place as people write it: `/args/2/value` is `args[2].value`, and the whole is `body`. */
export function describePlace({ pointer, value, whole }: Place): string {
  let path = ''
  let parent = value
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    path += segment(name, parent)
    // Own, because a missing member may be called constructor.
    parent = typeof parent === 'object' && parent !== null ? Object.getOwnPropertyDescriptor(parent, name)?.value : undefined
  }
  return path === '' ? whole : path.replace(/^\./, '')
}

// An object may have a member that is called 0.
function segment(name: string, parent: unknown): string {
  if (Array.isArray(parent)) return `[${name}]`
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
