import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { announceStdin } from './announce-stdin.ts'
import type { Io } from './io.ts'
import { reasonOf } from './reason-of.ts'
import { UsageError } from './usage-error.ts'

/** Parses JSON that the user gave. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Reads JSON from a file, or from standard input for `-`. */
export async function readJson(path: string, io: Io): Promise<unknown> {
  if (path === '-') {
    const given = await readInput(io)
    if (given.trim() === '') throw new UsageError('standard input is empty: expected JSON')
    return parseJson(given, 'standard input')
  }
  const content = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`Cannot read ${path}: ${reasonOf(error)}`)
  })
  return parseJson(content, path)
}

/** Reads a JSON object from a file, or from standard input for `-`. */
export async function readJsonObject(path: string, io: Io): Promise<Record<string, object>> {
  const value = await readJson(path, io)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, object>
  throw new UsageError(`${path === '-' ? 'standard input' : path} is not a JSON object`)
}

async function readInput(io: Io): Promise<string> {
  announceStdin(io, 'JSON')
  return text(addAbortSignal(io.stop, io.input()))
}
