import { parseArgs } from 'node:util'

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
  ...(['max-runs', 'max-executions', 'requests-per-second', 'timeout-ms', 'ca-file'] as const),
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
    requirements: values.requirements,
    only: list(values.only),
    overrides: defined({
      baseUrl: values['base-url'],
      registryUrl: values['registry-url'],
      product: values.product,
      caFile: values['ca-file'],
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
