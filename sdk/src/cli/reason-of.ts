/** What the system says of a file that cannot be read or written, without the words of Node around it. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^[A-Z]+: (?<reason>[^,]+),/.exec(message)?.groups?.['reason'] ?? message
}
