const longest = 40

/** What a value is, for a message: its type, or null, or nothing. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return Array.isArray(value) ? 'array' : typeof value
}

/** The value itself, shortened, where its type alone says too little. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return JSON.stringify(value)
  return describeType(value)
}
