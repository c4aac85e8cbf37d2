import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { defaultLimits } from '../engine/budget.ts'
import { areaNames, permissions } from '../engine/checks.ts'

/** What was found could not be written where it was to be kept. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The configuration that `init` writes, and that the other commands read without `-c`. */
export const defaultConfig = 'wfhost-conformance.yaml'

interface FlagShape {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands behind it in the help. */
  readonly takes?: string
  readonly does: string
  /** How it replaces the member of the configuration that has its name. @default it replaces none */
  readonly replaces?: keyof typeof readers
}

const readers = { text: (_flag: string, value: string) => value, list, number }

const flags = {
  help: { type: 'boolean', short: 'h', does: 'show this' },
  config: { type: 'string', short: 'c', takes: 'FILE', does: `the configuration file (${defaultConfig}, if it exists)` },
  'base-url': { type: 'string', takes: 'URL', does: 'the URL of the workflow service', replaces: 'text' },
  'registry-url': { type: 'string', takes: 'URL', does: 'the URL of the tool registry (the same)', replaces: 'text' },
  product: { type: 'string', takes: 'NAME', does: "the product segment of the registry's paths (wfhost)", replaces: 'text' },
  areas: {
    ...{ type: 'string', takes: 'A,B', replaces: 'list' },
    does: `claim only these parts of the API: ${areaNames.join(', ')}`,
  },
  only: { type: 'string', takes: 'ID,ID', does: 'run only these checks, each with its parts, such as run-async.closed' },
  allow: {
    ...{ type: 'string', takes: 'A,B', replaces: 'list' },
    does: `what the suite may do to the target: ${permissions.join(', ')}`,
  },
  'max-runs': {
    ...{ type: 'string', takes: 'N', replaces: 'number' },
    does: `the most requests to the run endpoint (${defaultLimits.maxRuns})`,
  },
  'max-executions': {
    ...{ type: 'string', takes: 'N', replaces: 'number' },
    does: `the most requests to the execute endpoint (${defaultLimits.maxExecutions})`,
  },
  'requests-per-second': { type: 'string', takes: 'N', does: 'the most requests per second', replaces: 'number' },
  'timeout-ms': { type: 'string', takes: 'N', does: 'how long one request may take (30000)', replaces: 'number' },
  'ca-file': { type: 'string', takes: 'FILE', does: 'additional certificate authorities to trust, in PEM', replaces: 'text' },
  'no-trace': { type: 'boolean', does: 'leave out the headers User-Agent and X-Conformance-Check' },
  requirements: { type: 'string', takes: 'SET', does: 'the frozen set of requirements (2026-11, 2026-12)' },
  'report-dir': { type: 'string', takes: 'DIR', does: 'write all reports to this folder' },
  against: { type: 'string', takes: 'FILE', does: 'run the same checks on the target of this configuration, too, and compare' },
  html: { type: 'string', takes: 'FILE', does: 'write a page, too' },
  format: { type: 'string', takes: 'NAME', does: 'hurl (default) or har' },
  json: { type: 'boolean', does: 'print JSON instead of text' },
  yes: { type: 'boolean', short: 'y', does: 'do not ask questions' },
} as const satisfies Readonly<Record<string, FlagShape>>

type CamelCase<Name extends string> = Name extends `${infer Start}-${infer End}` ? `${Start}${Capitalize<CamelCase<End>>}` : Name

/** The flags of every command: a command gets those that it takes. What replaces a member of the configuration is in `overrides`. */
export type Flags = {
  readonly [Name in keyof typeof flags as (typeof flags)[Name] extends { readonly replaces: string }
    ? never
    : CamelCase<Exclude<Name, 'only' | 'no-trace'>>]: (typeof flags)[Name]['type'] extends 'boolean'
    ? boolean
    : string | undefined
} & {
  readonly operands: readonly string[]
  readonly only: readonly string[] | undefined
  readonly overrides: Readonly<Record<string, unknown>>
}

/** What a command takes besides --help. */
export interface CommandShape {
  readonly name: string
  readonly usage: string
  readonly does: string
  readonly flags: readonly (keyof typeof flags)[]
  /** How many operands it takes at most, and what they are. */
  readonly operands?: { readonly most: number; readonly what: string }
}

/** The flags that choose the server, and what may be done to it. */
export const targetFlags = [
  ...(['config', 'base-url', 'registry-url', 'product', 'areas', 'only', 'requirements', 'allow'] as const),
  ...(['max-runs', 'max-executions', 'requests-per-second', 'timeout-ms', 'ca-file', 'no-trace'] as const),
] as const

/**
 * Reads the flags of a command.
 *
 * @throws {UsageError} for a flag or an operand that the command does not take, or a number that is none.
 */
export function readFlags(args: readonly string[], shape: CommandShape): Flags {
  const { positionals, tokens, values } = parse(args)
  const known: readonly string[] = ['help', ...shape.flags]
  for (const token of tokens) {
    if (token.kind === 'option' && !known.includes(token.name)) {
      throw new UsageError(`${shape.name} does not know --${token.name}`)
    }
  }
  const { most = 0, what = '' } = shape.operands ?? {}
  const surplus = positionals[most]
  if (surplus !== undefined) throw new UsageError(`${shape.name} takes ${most === 0 ? 'no' : `${what}, and not`} ${surplus}`)
  const replaced = Object.entries<FlagShape>(flags).flatMap(([name, { replaces }]) => {
    const value = values[name as keyof typeof values]
    return replaces === undefined || typeof value !== 'string' ? [] : [[camelCase(name), readers[replaces](name, value)]]
  })
  return {
    help: values.help === true,
    yes: values.yes === true,
    json: values.json === true,
    operands: positionals,
    config: values.config,
    reportDir: values['report-dir'],
    against: values.against,
    html: values.html,
    format: values.format,
    requirements: values.requirements,
    only: values.only === undefined ? undefined : list('only', values.only),
    overrides: { ...Object.fromEntries(replaced), ...(values['no-trace'] === true ? { trace: false } : {}) },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true, tokens: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/\.?\s*To specify a positional.*$/s, '') : String(error))
  }
}

function list(_flag: string, text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || [])
}

function number(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new UsageError(`--${flag} takes a number, found ${JSON.stringify(text)}`)
}

function camelCase(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** What a command reads and writes besides files and the network. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Interrupts a run; its reason is the name of the signal. */
  readonly signal?: AbortSignal
  /** Where a person can be asked; undefined where there is none. */
  readonly terminal?: Terminal
}

const title = 'wfhost-conformance: checks whether a server conforms to the workflow and tool registry API'

const precedence =
  'Flags override WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and these override the file.\n' +
  'Nothing is run, executed, rotated or published on the target unless --allow permits it.'

const exitCodeLines = `Exit codes
  0 conformant   1 not conformant   2 usage or configuration   3 incomplete   4 not reached, or an error in the suite
  5 the baseline of known failures is stale or expired   130, 143 interrupted   141 the output was closed by its reader`

export function helpOfAll(commands: readonly CommandShape[]): string {
  const usages = commands.map(({ does, usage }) => `  wfhost-conformance ${usage.padEnd(21)}${does}`)
  const foot = 'wfhost-conformance COMMAND --help shows the flags of a command.'
  return [title, `Usage\n${usages.join('\n')}`, `${foot}\n${precedence}`, exitCodeLines].join('\n\n')
}

export function helpOf({ does, flags: taken, usage }: CommandShape): string {
  const lines = taken.map((name) => {
    const { does, short, takes }: FlagShape = flags[name]
    const written = [...(short === undefined ? [] : [`-${short},`]), `--${name}`, ...(takes === undefined ? [] : [takes])]
    return `  ${written.join(' ').padEnd(25)}${does}`
  })
  const sendsRequests = taken.includes('base-url')
  return [
    `wfhost-conformance ${usage}: ${does}`,
    ...(lines.length === 0 ? [] : [`Flags\n${lines.join('\n')}`]),
    ...(sendsRequests ? [precedence] : []),
    exitCodeLines,
  ].join('\n\n')
}
