import { readFile } from 'node:fs/promises'
import { findProblems, formatProblem } from '../schema/check.ts'
import type { MockState } from '../schema/state.ts'
import { stateFile, stateFileVersion } from '../schema/state.ts'

/** A file is not a valid state file; the message names the file and the remedy. */
class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/**
 * Reads a state from its file; undefined if the file does not exist yet.
 *
 * @throws {StateFileError} for a file that is not a state file, is damaged, or has a later version. It is not changed.
 */
export async function readStateFile(file: string): Promise<MockState | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new StateFileError(`Cannot read the state in ${file}: ${codeOf(cause)}`, { cause })
  })
  if (text === undefined) return undefined
  const refuse = (why: string): never => {
    throw new StateFileError(`Cannot read the state in ${file}: ${why}; move the file away, or name another one`)
  }
  const read = parsed(text)
  if (!isObject(read) || !('format' in read) || read.format !== 'wfhost-mock state')
    return refuse(read === undefined ? 'it is no JSON' : 'it is not a state of wfhost-mock')
  if ('version' in read && read.version !== stateFileVersion)
    return refuse(`it has version ${String(read.version)}, and this wfhost-mock reads version ${stateFileVersion}`)
  const [problem] = findProblems(stateFile, read)
  if (problem !== undefined) return refuse(`it is damaged at ${formatProblem(problem)}`)
  // The shape has just been checked.
  return (read as unknown as { readonly state: MockState }).state
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
