import { readFile } from 'node:fs/promises'
import { LocatedYaml, type YamlPath } from '@wfhost/internal/located-yaml'
import { describeFileError } from '../file-errors.ts'
import { ConfigurationError } from './config-schema.ts'

export type Path = YamlPath

export interface ConfigFile {
  readonly members: Readonly<Record<string, unknown>>
  /** Describes where the value at a path comes from, for messages: the file and the line of the value, or of the nearest value around it. */
  readonly describePlace: (path: Path) => string
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
  const yaml = new LocatedYaml(text)

  const [firstError] = yaml.document.errors
  if (firstError !== undefined) {
    const line = yaml.lineAt(firstError.pos[0])
    const repetition = yaml.describeRepeatedName(firstError)
    if (repetition !== undefined) throw new ConfigurationError(`${file}:${line}: it is not YAML: ${repetition}`)
    throw new ConfigurationError(describeYamlError(firstError.message, { file, line, text }))
  }

  return {
    members: readMembers(yaml, file),
    describePlace: (path) => describeLine(file, yaml.lineOfMember(path)),
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
