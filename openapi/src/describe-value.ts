const longest = 40

/** What a value is, for a message: its type, and null, nothing and lists by their names. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The value itself, shortened, where its type alone says too little. */
export function describeValue(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'object' ? describeType(value) : String(value)
  return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)
}
