/** Describes a value for a message. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'number' || value instanceof Error) return String(value)
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' && value.length < 40 ? JSON.stringify(value) : typeof value
}
