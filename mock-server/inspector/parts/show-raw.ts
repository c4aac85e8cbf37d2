const rawLength = 5_000

/** Formats any value as text, for a place where nothing else can show it. Never throws. */
export function showRaw(value: unknown): string {
  const text = textOf(value)
  return text.length > rawLength ? `${text.slice(0, rawLength)} … (${text.length} characters)` : text
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return membersOf(value)
  }
}

/** Leaves out parts that are nested too deeply for JSON.stringify, and shows the parts beside them. */
function membersOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, member]) => `${name}: ${typeof member === 'object' ? '…' : String(member)}`)
  return members.join('\n')
}
