import type { Readable, Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { defaultLimits } from '../engine/budget.ts'
import { permissions } from '../engine/checks.ts'

/** A command line that the command does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The flags of every command; a command gets those that it takes. */
export interface Flags {
  readonly help: boolean
  readonly yes: boolean
  readonly json: boolean
  /** The positional arguments. */
  readonly operands: readonly string[]
  readonly config: string | undefined
  readonly reportDir: string | undefined
  /** The configuration of a second target. */
  readonly against: string | undefined
  readonly html: string | undefined
  readonly format: string | undefined
  readonly requirements: string | undefined
  readonly only: readonly string[] | undefined
  /** Members of the configuration that flags replace. */
  readonly overrides: Readonly<Record<string, unknown>>
}

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  config: { type: 'string', short: 'c' },
  'report-dir': { type: 'string' },
  against: { type: 'string' },
  html: { type: 'string' },
  format: { type: 'string' },
  requirements: { type: 'string' },
  only: { type: 'string' },
  'base-url': { type: 'string' },
  'registry-url': { type: 'string' },
  product: { type: 'string' },
  profiles: { type: 'string' },
  allow: { type: 'string' },
  'max-runs': { type: 'string' },
  'max-executions': { type: 'string' },
  'requests-per-second': { type: 'string' },
  'timeout-ms': { type: 'string' },
  'ca-file': { type: 'string' },
  'no-trace': { type: 'boolean' },
} as const

/** What a command takes besides --help. */
export interface CommandShape {
  readonly name: string
  /** How it is called. */
  readonly usage: string
  readonly does: string
  readonly flags: readonly Exclude<keyof typeof options, 'help'>[]
  /** How many operands it takes at most, and what they are. */
  readonly operands?: { readonly most: number; readonly what: string }
}

/** The flags that choose the server, and what may be done to it. */
export const targetFlags = [
  ...(['config', 'base-url', 'registry-url', 'product', 'profiles', 'only', 'requirements', 'allow'] as const),
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
  return {
    help: values.help,
    yes: values.yes,
    json: values.json,
    operands: positionals,
    config: values.config,
    reportDir: values['report-dir'],
    against: values.against,
    html: values.html,
    format: values.format,
    requirements: values.requirements,
    only: list(values.only),
    overrides: defined({
      baseUrl: values['base-url'],
      registryUrl: values['registry-url'],
      product: values.product,
      caFile: values['ca-file'],
      trace: values['no-trace'] === true ? false : undefined,
      profiles: list(values.profiles),
      allow: list(values.allow),
      maxRuns: number('--max-runs', values['max-runs']),
      maxExecutions: number('--max-executions', values['max-executions']),
      requestsPerSecond: number('--requests-per-second', values['requests-per-second']),
      timeoutMs: number('--timeout-ms', values['timeout-ms']),
    }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/\.?\s*To specify a positional.*$/s, '') : String(error))
  }
}

function list(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function number(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new UsageError(`${flag} takes a number, found ${JSON.stringify(text)}`)
  return value
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** The two directions of a terminal. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** What a command reads and writes besides files and the network. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether what is printed may be coloured. */
  readonly colour: boolean
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Interrupts a run; its reason is the name of the signal. */
  readonly signal?: AbortSignal
  /** Where a person can be asked; undefined where there is none. */
  readonly terminal?: Terminal
}

type Flag = CommandShape['flags'][number]

const title = 'wfhost-conformance: checks whether a server conforms to the workflow and tool registry API'

const precedence =
  'Flags override WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and these override the file.\n' +
  'Nothing is run, executed, rotated or published on the target unless --allow permits it.'

const exitCodeLines = `Exit codes
  0 conformant   1 not conformant   2 usage or configuration   3 incomplete   4 not reached, or an error in the suite
  5 the baseline of known failures is stale or expired   130, 143 interrupted   141 the output was closed by its reader`

/** How each flag is written, and what it does. */
const flags: Readonly<Record<Flag, readonly [written: string, does: string]>> = {
  config: ['-c, --config FILE', 'the configuration file'],
  'base-url': ['--base-url URL', 'the URL of the workflow service'],
  'registry-url': ['--registry-url URL', 'the URL of the tool registry (the same)'],
  product: ['--product NAME', "the product segment of the registry's paths (wfhost)"],
  profiles: [
    '--profiles A,B',
    'claim only these parts of the API: run-sync, run-async, keys, registry, organization, execute, rate-limit',
  ],
  only: ['--only ID,ID', 'run only these checks'],
  allow: ['--allow A,B', `what the suite may do to the target: ${permissions.join(', ')}`],
  'max-runs': ['--max-runs N', `the most requests to the run endpoint (${defaultLimits.maxRuns})`],
  'max-executions': ['--max-executions N', `the most requests to the execute endpoint (${defaultLimits.maxExecutions})`],
  'requests-per-second': ['--requests-per-second N', 'the most requests per second'],
  'timeout-ms': ['--timeout-ms N', 'how long one request may take (30000)'],
  'ca-file': ['--ca-file FILE', 'additional certificate authorities to trust, in PEM'],
  'no-trace': ['--no-trace', 'leave out the headers User-Agent and X-Conformance-Check'],
  requirements: ['--requirements SET', 'the frozen set of requirements (2026-11, 2026-12)'],
  'report-dir': ['--report-dir DIR', 'write all reports to this folder'],
  against: ['--against FILE', 'run the same checks on the target of this configuration, too, and compare'],
  html: ['--html FILE', 'write a page, too'],
  format: ['--format NAME', 'hurl (default) or har'],
  json: ['--json', 'print JSON instead of text'],
  yes: ['-y, --yes', 'do not ask questions'],
}

/** What `--help` prints without a command. */
export function helpOfAll(commands: readonly CommandShape[]): string {
  const usages = commands.map(({ does, usage }) => `  wfhost-conformance ${usage.padEnd(21)}${does}`)
  const foot = 'wfhost-conformance COMMAND --help shows the flags of a command.'
  return [title, `Usage\n${usages.join('\n')}`, `${foot}\n${precedence}`, exitCodeLines].join('\n\n')
}

/** What `--help` prints of one command. */
export function helpOf({ does, flags: taken, usage }: CommandShape): string {
  const lines = taken.map((flag) => `  ${flags[flag][0].padEnd(25)}${flags[flag][1]}`)
  const sendsRequests = taken.includes('base-url')
  return [
    `wfhost-conformance ${usage}: ${does}`,
    ...(lines.length === 0 ? [] : [`Flags\n${lines.join('\n')}`]),
    ...(sendsRequests ? [precedence] : []),
    exitCodeLines,
  ].join('\n\n')
}
