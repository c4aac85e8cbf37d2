const EXCERPT = 500

/** A body as an error shows it: parsed, or the beginning of a text that is not JSON. */
export function parseBody(text: string): { readonly json: boolean; readonly value: unknown } {
  try {
    return { json: true, value: JSON.parse(text) }
  } catch {
    return { json: false, value: text }
  }
}

/** Cuts what is too long to show, and says so. */
export function excerpt(text: string, length = EXCERPT): string {
  return text.length > length ? `${text.slice(0, length)}...` : text
}
