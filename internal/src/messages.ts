/** A step of a path, as in Standard Schema. */
export type PathStep = PropertyKey | { readonly key: PropertyKey }

/** Formats a path as in code: `args[2].value`, and `args["odd name"]`. A number is an index of a list. */
export function formatPath(path: readonly PathStep[]): string {
  const steps = path.map((step) => formatStep(typeof step === 'object' ? step.key : step))
  return steps.join('').replace(/^\./, '')
}

function formatStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return typeof key === 'symbol' || /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** Finds the known name that was probably meant: at most two letters and half of them differ, ignoring case. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const meant = known.filter((one) => !isOpposite(one, name))
  const near = meant.filter((one) => Math.abs(one.length - name.length) <= 2).map((one) => ({ one, far: distance(name, one) }))
  const nearest = near.toSorted((a, b) => a.far - b.far)[0]
  return nearest !== undefined && nearest.far <= Math.min(2, nearest.one.length / 2) ? nearest.one : undefined
}

/** Whether two names are opposites, such as publish and unpublish. A typo does not turn one into the other. */
export function isOpposite(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one.toLowerCase(), other.toLowerCase()].toSorted((a, b) => a.length - b.length)
  return ['un', 'de', 'dis'].some((prefix) => longer.replace(/^(un|de|dis)-/, '$1') === prefix + shorter)
}

/** Writes the end of a message that suggests the nearest name. Empty if there is none, or if the name is known. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  if (typeof name !== 'string' || known.includes(name)) return ''
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/**
 * Finds the members of an object whose names are unknown, such as a misspelt option. Ignores members that are undefined: JSON has no
 * such members, and code often passes an optional value like this.
 *
 * @param isKnown whether a schema, or a table of options, has a name
 */
export function findUnknownNames(value: object, isKnown: (name: string) => boolean): readonly string[] {
  return Object.keys(value).filter((name) => Reflect.get(value, name) !== undefined && !isKnown(name))
}

/** The Levenshtein distance, ignoring case. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from.toLowerCase()].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to.toLowerCase()].entries()) {
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
