import { parseArgs } from 'node:util'

/** A command line that says something else than the command understands. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The flags of every command. */
export interface Flags {
  readonly help: boolean
  readonly json: boolean
  /** What follows the flags. */
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
} as const

/**
 * Reads the flags of a command.
 *
 * @throws {UsageError} for a flag that does not exist, or a number that is none.
 */
export function readFlags(args: readonly string[]): Flags {
  const { positionals, values } = parse(args)
  return {
    help: values.help,
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
    return parseArgs({ args: [...args], options, allowPositionals: true })
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
