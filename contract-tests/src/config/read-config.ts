import { readFile } from 'node:fs/promises'
import { LocatedYaml, type YamlPath } from '@wfhost/internal/located-yaml'
import { describeFileError } from '../file-errors.ts'
import { ConfigurationError } from './config-schema.ts'

export type Path = YamlPath

export interface ConfigFile {
  readonly members: Readonly<Record<string, unknown>>
  /** Describes where the value at a path comes from, for messages: the file and the line of the value, or of the nearest value around it. */
  readonly describeLocation: (path: Path) => string
  /** Returns the text of a number or a boolean as written, since YAML reads `1.10` as the number 1.1. */
  readonly textAt: (path: Path) => string | undefined
}

/**
 * Reads a configuration file. Returns its members, and two functions for messages about them, which find the line and the text of a
 * member. No message quotes a value of the file, because it may be a key.
 *
 * @throws {ConfigurationError} if the file cannot be read, or is not a mapping in YAML.
 */
export async function readConfig(file: string): Promise<ConfigFile> {
  const text = await readText(file)
  const yaml = new LocatedYaml(text)

  const [firstError] = yaml.document.errors
  if (firstError !== undefined) {
    const line = yaml.lineAt(firstError.pos[0])
    // A repeated name is the most frequent mistake, so it has a message of its own.
    const problem = yaml.describeRepeatedName(firstError) ?? describeSyntaxProblem(firstError.message, readLine(text, line))
    throw new ConfigurationError(`${file}:${line}: it is not YAML: ${problem}`)
  }

  return {
    members: readMembers(yaml, file),
    describeLocation: (path) => describeLine(file, yaml.lineOfMember(path)),
    textAt: (path) => yaml.textAt(path),
  }
}

function describeLine(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { reason } = await describeFileError(error, file)
    throw new ConfigurationError(`Cannot read ${file}: ${reason}. Name another file with -c, or write one with init`)
  }
}

/** Returns a line of a text. The first line has the number 1. */
function readLine(text: string, line: number): string {
  return text.split('\n')[line - 1] ?? ''
}

/** Describes an error of syntax without a quotation. If the line shows a likely reason, adds a remedy. */
function describeSyntaxProblem(message: string, lineText: string): string {
  const messageWithoutQuote = message.replace(/: ".*$/s, '')

  // In a list or a mapping on one line, YAML reads the braces of ${NAME} as another mapping.
  const hasUnquotedVariable = /[{,[:]\s*\$\{/.test(lineText)
  const remedy = hasUnquotedVariable ? '; within braces or brackets write "$' + '{NAME}", in quotation marks' : ''
  return `${messageWithoutQuote}${remedy}`
}

function readMembers(yaml: LocatedYaml, file: string): Record<string, unknown> {
  const members: unknown = toPlainValue(yaml, file)
  if (typeof members === 'object' && members !== null && !Array.isArray(members)) return { ...members }

  throw new ConfigurationError(`${file}: expected a mapping with baseUrl and fixtures; wfhost-conformance init writes one`)
}

/** Converts a document to plain values. The library throws if aliases would expand to a huge document. */
function toPlainValue({ document }: LocatedYaml, file: string): unknown {
  try {
    return document.toJS()
  } catch {
    throw new ConfigurationError(`${file}: its aliases expand to too many values; write the values out`)
  }
}
