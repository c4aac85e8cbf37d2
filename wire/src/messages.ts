/** What a value is, for a message: its type, or null, or nothing. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return Array.isArray(value) ? 'array' : typeof value
}

/** The value itself, shortened, where its type alone says too little. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(excerpt(value, 40))
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Error) return String(value)
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return JSON.stringify(value)
  return describeType(value)
}

/** The beginning of a text that is too long to show. */
export function excerpt(text: string, longest = 500): string {
  // Not half of a character.
  return text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** A step of a path, as Standard Schema has it, too. */
export type PathStep = PropertyKey | { readonly key: PropertyKey }

/** Formats a path as in code: `args[2].value`, and `args["odd name"]`. A number is a place in a list. */
export function formatPath(path: readonly PathStep[]): string {
  const steps = path.map((step) => formatStep(typeof step === 'object' ? step.key : step))
  return steps.join('').replace(/^\./, '')
}

function formatStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return typeof key === 'symbol' || /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
