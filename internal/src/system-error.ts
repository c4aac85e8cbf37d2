/** Returns the reason of a system error, without the code and the system call that Node adds. */
export function readSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^[A-Z]+: (?<reason>[^,]+),/.exec(message)?.groups?.['reason'] ?? message
}
