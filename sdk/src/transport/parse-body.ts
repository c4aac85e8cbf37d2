const EXCERPT = 500

/** Parses a body; what is not JSON stays text. */
export function parseBody(text: string): { readonly json: boolean; readonly value: unknown } {
  try {
    return { json: true, value: JSON.parse(text) }
  } catch {
    return { json: false, value: text }
  }
}

/** Shortens a text that is too long to show. */
export function excerpt(text: string, length = EXCERPT): string {
  return text.length > length ? `${text.slice(0, length)}...` : text
}
