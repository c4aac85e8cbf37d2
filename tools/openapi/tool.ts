import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { parse } from 'yaml'

export interface Tool {
  readonly name: string
  /** The package of the tool, whose version the table shows. */
  readonly package: string
  /** Returns the result in a few words. Throws if the result is not as expected. */
  readonly run: () => Promise<string>
  /** The limits of the tool with the original document, and their reasons. */
  readonly cannot?: string
}

/** The path of the document. */
export const documentFile = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/** Edits a part of a document for a tool. */
// biome-ignore lint/suspicious/noExplicitAny: what an edit makes of it is checked by the tool
export type Part = Record<string, any>

export function readDocument(): Part {
  return parse(readFileSync(documentFile, 'utf8'))
}

/** Runs a command of a package and returns its output, with any exit code. */
export async function runCommand(command: string, args: readonly string[], cwd = import.meta.dirname): Promise<string> {
  // Disables the check for updates of Redocly.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  const options = { cwd, env, timeout: 240_000, maxBuffer: 2 ** 26 }
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [inPackage(command), ...args], options).catch(Object)
  return stripVTControlCharacters(`${stdout}\n${stderr}`)
}

/** Returns the path of a file of an installed package. */
export function inPackage(path: string): string {
  const folders = [import.meta.dirname, fileURLToPath(new URL('../..', import.meta.url))]
  const found = folders.map((folder) => join(folder, 'node_modules', path)).find(existsSync)
  if (found === undefined) throw new Error(`Cannot run ${path}: it is not installed; npm run test:tools installs it`)
  return found
}

export function versionOf(name: string): string {
  return JSON.parse(readFileSync(inPackage(`${name}/package.json`), 'utf8')).version
}
