import { readFile } from 'node:fs/promises'
import { formatPath } from '@wfhost/internal/messages'
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { type Config, ConfigurationError } from './config-schema.ts'

/** A path in a configuration: the names and positions that lead to a value. */
export type Path = readonly PropertyKey[]

export interface ConfigFile {
  readonly members: Readonly<Record<string, unknown>>
  /** The file, and the line of what stands at a path, or of the nearest part around it. */
  readonly lineOf: (path: Path) => string
  /** What stands at a path, letter by letter, where YAML reads something else than a text: of `1.10` the number 1.1. */
  readonly textAt: (path: Path) => string | undefined
}

/**
 * Reads a configuration file. No message quotes from it, since keys may stand in it.
 *
 * @throws {ConfigurationError} for a file that cannot be read, or that is no mapping in YAML.
 */
export async function readConfig(file: string): Promise<ConfigFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0])
    const isUnquoted = /[{,[:]\s*\$\{/.test(text.split('\n')[line - 1] ?? '')
    const remedy = isUnquoted ? '; within braces or brackets write "$' + '{NAME}", in quotation marks' : ''
    throw new ConfigurationError(`${file}:${line}: it is not YAML: ${error.message.replace(/: ".*$/s, '')}${remedy}`)
  }

  function lineOf(path: Path): string {
    const around = document.getIn(path.slice(0, -1), true)
    const pair = isMap(around) ? around.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
    return lineOfNode(isScalar(pair?.key) ? pair.key : document.getIn(path, true), path)
  }

  function lineOfNode(node: unknown, path: Path): string {
    if (isNode(node) && node.range) return `${file}:${lines.linePos(node.range[0]).line}`
    const around = path.slice(0, -1)
    return path.length === 0 ? file : lineOfNode(document.getIn(around, true), around)
  }

  function textAt(path: Path): string | undefined {
    const node = document.getIn(path, true)
    return isScalar(node) && /number|boolean/.test(typeof node.value) ? node.source : undefined
  }

  const members: unknown = toPlain(() => document.toJS(), file)
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw new ConfigurationError(`${file}: expected a mapping with baseUrl and fixtures; wfhost-conformance init writes one`)
  }
  return { members: { ...members }, lineOf, textAt }
}

function toPlain(read: () => unknown, file: string): unknown {
  try {
    return read()
  } catch {
    throw new ConfigurationError(`${file}: its aliases stand for more than a configuration holds; write out what they stand for`)
  }
}

export interface UsedVariable {
  readonly name: string
  readonly value: string
  /** Such as `fixtures.echo.key`. */
  readonly path: string
}

/** A configuration whose variables stand for their values, and what came from the environment. */
interface Substituted {
  readonly members: Readonly<Record<string, unknown>>
  readonly variables: readonly UsedVariable[]
}

/**
 * Replaces `${NAME}` in every string by the variable of the environment.
 *
 * @throws {ConfigurationError} for a variable that is not set.
 */
export function substituteVariables(
  members: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  lineOf: ConfigFile['lineOf'],
): Substituted {
  const variables: UsedVariable[] = []

  function substitute(value: unknown, path: Path): unknown {
    if (typeof value === 'string') return value.replace(/\$\{(\w+)\}/g, (_, name: string) => variable(name, path))
    if (Array.isArray(value)) return value.map((item, index) => substitute(item, [...path, index]))
    return typeof value === 'object' && value !== null ? substituteMembers(value, path) : value
  }

  function substituteMembers(value: object, path: Path): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, substitute(member, [...path, name])]))
  }

  function variable(name: string, path: Path): string {
    const value = environment[name]
    if (value === undefined || value === '') {
      const remedy = `the environment variable ${name} is not set; export it, or write the value itself`
      throw new ConfigurationError(`${lineOf(path)}: ${formatPath(path)}: ${remedy}`)
    }
    variables.push({ name, value, path: formatPath(path) })
    return value
  }

  return { members: substituteMembers(members, []), variables }
}

/**
 * The keys and sessions of a configuration, and what its hooks hold, by the name of the variable that has them. What
 * stands in the file itself has a name of its own, such as `WFHOST_ECHO_KEY`. Addresses and names are no secrets: every
 * report shows them.
 */
export function secretsOf(config: Config, variables: readonly UsedVariable[]): Record<string, string> {
  const ofFixtures = fixtureSecrets(config.fixtures)
  const shown = [config.baseUrl, config.registryUrl ?? '', config.product, config.name ?? '']
  const isShown = (value: string) => shown.some((text) => text.includes(value))
  const fromVariables = variables.filter(({ name, path, value }) => {
    if (/^fixtures\..*\.(key|sessionCookie|sessionHeader)$/.test(path)) return true
    if (ofFixtures.some(([, secret]) => secret === value)) return true
    const elsewhere = variables.some((other) => other.name === name && !other.path.startsWith('hooks.'))
    return path.startsWith('hooks.') && !elsewhere && !isShown(value)
  })
  const values = new Set(fromVariables.map(({ value }) => value))
  const names = new Set(fromVariables.map(({ name }) => name))
  const written = [...ofFixtures, ...hookSecrets(config.hooks).filter(([, value]) => !isShown(value))]
    .filter(([, value]) => !values.has(value))
    .map(([name, value]) => [names.has(name) ? `${name}_WRITTEN` : name, value] as const)
  return Object.fromEntries([...fromVariables.map(({ name, value }) => [name, value] as const), ...written])
}

/** The keys and sessions of fixtures, each with the name of the place where it stands. */
export function fixtureSecrets(fixtures: unknown): (readonly [name: string, value: string])[] {
  return leavesOf(fixtures, 'WFHOST').flatMap(({ member, name, value }) =>
    /^(key|sessionCookie|sessionHeader)$/.test(member) ? [[name, secretPart(member, value)] as const] : [],
  )
}

/** Of a cookie or a header only the value is a secret: its name may be anywhere. */
function secretPart(member: string, text: string): string {
  if (member === 'sessionCookie') return text.slice(text.indexOf('=') + 1)
  return member === 'sessionHeader' ? text.replace(/^[\w-]+: */, '') : text
}

/** What is written into hooks themselves and may be a secret: by the name of its member, or by its look. */
function hookSecrets(hooks: Config['hooks']): (readonly [name: string, value: string])[] {
  return leavesOf(hooks, 'WFHOST_HOOKS').flatMap(({ member, name, value }) => {
    const parts = member === 'url' && URL.canParse(value) ? partsOfUrl(new URL(value)) : partsOfText(member, value)
    return parts.filter(isSecret).map(({ text }, index) => [index === 0 ? name : `${name}_${index}`, text] as const)
  })
}

interface Part {
  readonly label: string
  readonly text: string
}

function partsOfUrl({ password, searchParams, username }: URL): Part[] {
  return [
    ...[username, password].filter((text) => text !== '').map((text) => ({ label: 'password', text: decodeURIComponent(text) })),
    ...[...searchParams].map(([label, text]) => ({ label, text })),
  ]
}

/** The words of a text such as `Authorization: Bearer …` and `--token=…`, each with what stands before it. */
function partsOfText(member: string, value: string): Part[] {
  const words = value.split(/[\s=:,;"']+/).filter((word) => word !== '')
  return words.map((text, index) => ({ label: [member, ...words.slice(0, index)].join(' '), text }))
}

function isSecret({ label, text }: Part): boolean {
  if (text.length < 4 || /^\{\w+\}$/.test(text) || /^(bearer|basic|token)$/i.test(text)) return false
  return (
    /auth|cookie|credential|key|passw|secret|session|token/i.test(label) || /^(?=.*\d)(?=.*[A-Za-z])[\w+~=-]{16,}$/.test(text)
  )
}

interface Leaf {
  readonly member: string
  /** The path to it, as the name of a variable. */
  readonly name: string
  readonly value: string
}

function leavesOf(value: unknown, name: string): Leaf[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, child]) => {
    const path = `${name}_${member
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replace(/\W/g, '_')
      .toUpperCase()}`
    return typeof child === 'string' ? [{ member, name: path, value: child }] : leavesOf(child, path)
  })
}
