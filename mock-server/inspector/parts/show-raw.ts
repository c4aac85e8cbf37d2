const rawLength = 5_000

/** Text of any value, for a place where nothing else could show it. Never throws. */
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

/** What is nested too deep for JSON.stringify is left out, and what stands beside it is shown. */
function membersOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, member]) => `${name}: ${typeof member === 'object' ? '…' : String(member)}`)
  return members.join('\n')
}
