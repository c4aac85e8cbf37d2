import { dirname, resolve } from 'node:path'
import { readSystemReason } from '@wfhost/internal/system-error'

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
