import type { Exchange } from './exchange.ts'

/** Every string and number in a JSON value with its JSON pointer, in document order. */
export function leaves(value: unknown, pointer = ''): { readonly pointer: string; readonly value: string | number }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    leaves(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

/** The leaves of the first JSON value that are there in all, and have another value in each. */
export function differingLeaves(values: readonly unknown[]): ReturnType<typeof leaves> {
  const all = values.map((value) => new Map(leaves(value).map((leaf) => [leaf.pointer, leaf.value])))
  return leaves(values[0]).filter(({ pointer }) => {
    const found = new Set(all.flatMap((one) => one.get(pointer) ?? []))
    return found.size === values.length
  })
}

/** Every string in a JSON value, whether it is a leaf or the name of a member. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(texts)
  return Array.isArray(value) ? children : [...Object.keys(value), ...children]
}

/** Whether a string stands anywhere in a JSON value: as a leaf or the name of a member, or as part of one. */
export function containsText(value: unknown, text: string): boolean {
  if (typeof value === 'string' || typeof value === 'number') return String(value).includes(text)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, child]) => name.includes(text) || containsText(child, text))
}

/** Whether a string is a leaf of a JSON value or the name of a member. */
export function hasName(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => key === text || hasName(child, text))
}

/** Whether an answer shows a string, as JSON or, where no document says that it is JSON, in whatever text. */
export function answerShows(exchange: Exchange, text: string): boolean {
  return containsText(exchange.body, text) || exchange.text.includes(text)
}
