/** A tool registry does not answer as it should, or does not offer what is asked of it. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/** What an answer that is no success says, in one line. */
export async function describeRefusal(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'message' in body) return `${response.status} ${String(body.message)}`
  } catch {
    // Not JSON: the status says enough.
  }
  return String(response.status)
}
