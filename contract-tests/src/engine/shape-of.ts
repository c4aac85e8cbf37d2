/** The shape of a JSON value: the names of its members and the types of their values, and no value. */
export function shapeOf(value: unknown): unknown {
  if (value === null) return 'null'
  if (Array.isArray(value)) return [...new Map(value.map((item) => [JSON.stringify(shapeOf(item)), shapeOf(item)])).values()]
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  )
}
