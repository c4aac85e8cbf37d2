import { describeFound } from '@wfhost/internal/schema-problems'

/**
 * Describes why an argument is not a text, with the remedy; undefined if it is one. The argument is easily the bytes of a
 * file, a promise, or data that was already parsed.
 *
 * @param what - The expected text, such as `the text of a world file`.
 */
export function findTextProblem(value: unknown, what: string): string | undefined {
  if (typeof value === 'string') return undefined
  return `expected ${what}, found ${describeFound(value)}; ${describeRemedy(value)}`
}

function describeRemedy(value: unknown): string {
  if (value instanceof Promise) return 'await it'
  const isData = typeof value === 'object' && value !== null && !isBinary(value) && !(value instanceof URL)
  return isData ? 'pass JSON.stringify of it' : "pass the text of the file, as readFileSync(path, 'utf8') returns it"
}

function isBinary(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}

/** Whether a value is the path of a file with YAML, JSON or an HTTP Archive, in one line. */
export function isFilePath(value: unknown): boolean {
  return typeof value === 'string' && /^[^\n{]*\.(?:ya?ml|json|har)$/i.test(value.trim())
}
