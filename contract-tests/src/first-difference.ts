/** A part in which two JSON values differ; undefined stands for a part that one of them lacks. */
export interface Difference {
  /** JSON pointer. */
  readonly pointer: string
  readonly sent: unknown
  readonly found: unknown
}

/** Where two JSON values first differ; undefined where they are the same. */
export function firstDifference(sent: unknown, found: unknown): Difference | undefined {
  if (Object.is(sent, found)) return undefined
  if (!isContainer(sent) || !isContainer(found) || Array.isArray(sent) !== Array.isArray(found)) {
    return { pointer: '', sent, found }
  }
  for (const name of new Set([...Object.keys(sent), ...Object.keys(found)])) {
    const inside = firstDifference(sent[name], found[name])
    const token = name.replaceAll('~', '~0').replaceAll('/', '~1')
    if (inside !== undefined) return { ...inside, pointer: `/${token}${inside.pointer}` }
  }
  return undefined
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
