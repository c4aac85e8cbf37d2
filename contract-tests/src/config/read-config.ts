import { readFile } from 'node:fs/promises'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { ConfigurationError } from './config-schema.ts'

/** A path in a configuration: the names and positions that lead to a value. */
export type Path = readonly PropertyKey[]

export interface ConfigFile {
  readonly members: Readonly<Record<string, unknown>>
  /** Returns the file and the line of the value at a path, or of the nearest value around it. */
  readonly lineOf: (path: Path) => string
  /** Returns the text of a number or a boolean as written, since YAML reads `1.10` as the number 1.1. */
  readonly textAt: (path: Path) => string | undefined
}

/**
 * Reads a configuration file, with functions that find the line and the text of each member for messages. No message quotes
 * from the file, because it may contain keys.
 *
 * @throws {ConfigurationError} if the file cannot be read, or is not a mapping in YAML.
 */
export async function readConfig(file: string): Promise<ConfigFile> {
  const text = await readText(file)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })

  const [firstError] = document.errors
  if (firstError !== undefined) {
    const { line } = lines.linePos(firstError.pos[0])
    throw new ConfigurationError(describeYamlError(firstError.message, { file, line, text }))
  }

  return {
    members: readMembers(document, file),
    lineOf: (path) => findLine(document, path, { file, lines }),
    textAt: (path) => readWrittenText(document, path),
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function describeYamlError(
  message: string,
  { file, line, text }: { readonly file: string; readonly line: number; readonly text: string },
): string {
  const messageWithoutQuote = message.replace(/: ".*$/s, '')
  const lineText = text.split('\n')[line - 1] ?? ''

  // In a list or a mapping on one line, YAML reads the braces of ${NAME} as another mapping.
  const hasUnquotedVariable = /[{,[:]\s*\$\{/.test(lineText)
  const remedy = hasUnquotedVariable ? '; within braces or brackets write "$' + '{NAME}", in quotation marks' : ''
  return `${file}:${line}: it is not YAML: ${messageWithoutQuote}${remedy}`
}

function readMembers(document: Document, file: string): Record<string, unknown> {
  const members: unknown = toPlainValue(document, file)
  if (typeof members === 'object' && members !== null && !Array.isArray(members)) return { ...members }

  throw new ConfigurationError(`${file}: expected a mapping with baseUrl and fixtures; wfhost-conformance init writes one`)
}

/** Converts a document to plain values. The library throws if aliases would expand to a huge document. */
function toPlainValue(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch {
    throw new ConfigurationError(`${file}: its aliases expand to too many values; write the values out`)
  }
}

interface Lines {
  readonly file: string
  readonly lines: LineCounter
}

/** Finds the line of a member, which is the line of its name, or else of the nearest value around it. */
function findLine(document: Document, path: Path, lines: Lines): string {
  const parent = document.getIn(path.slice(0, -1), true)
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined

  return isScalar(pair?.key) ? describeLine(document, pair.key, { path, ...lines }) : findValueLine(document, path, lines)
}

function findValueLine(document: Document, path: Path, lines: Lines): string {
  return describeLine(document, document.getIn(path, true), { path, ...lines })
}

function describeLine(document: Document, node: unknown, place: Lines & { readonly path: Path }): string {
  const { file, lines, path } = place
  if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`
  return path.length === 0 ? file : findValueLine(document, path.slice(0, -1), place)
}

function readWrittenText(document: Document, path: Path): string | undefined {
  const node = document.getIn(path, true)
  return isScalar(node) && /number|boolean/.test(typeof node.value) ? node.source : undefined
}
