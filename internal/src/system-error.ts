import { dirname, resolve } from 'node:path'

/** Returns the reason of a system error, without the code and the system call that Node adds. */
export function readSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^[A-Z]+: (?<reason>[^,]+),/.exec(message)?.groups?.['reason'] ?? message
}

/** Describes why a file cannot be read, with the place where a relative path leads. */
export function describeReadError(error: unknown, path: string): string {
  if (Object(error).code === 'ENOENT') return `there is nothing at ${resolve(path)}`
  return describeFileError(error)
}

/** Describes why a file cannot be written. If its folder is missing, Node names only the file. */
export function describeWriteError(error: unknown, path: string): string {
  if (Object(error).code === 'ENOENT') return `there is no folder ${dirname(resolve(path))}`
  return describeFileError(error)
}

function describeFileError(error: unknown): string {
  return Object(error).code === 'EISDIR' ? 'it is a folder' : readSystemReason(error)
}
