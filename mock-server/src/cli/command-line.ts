import { parseArgs } from 'node:util'
import { nearestName } from '../core/mock-state-error.ts'

export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly default?: string | boolean | string[]
  /** The placeholder of its value in `--help`. */
  readonly value?: string
  readonly help: string
}

const worldOptions = {
  world: { type: 'string', value: 'file', help: 'a world file in YAML or JSON (a built-in sample world)' },
  state: {
    type: 'string',
    value: 'file',
    help: 'keep the state across restarts in this file; it contains keys, and only its owner can read it (not kept)',
  },
  assume: {
    type: 'string',
    multiple: true,
    default: [] as string[],
    value: 'name=value',
    help: 'choose differently from the defaults that the command assumptions lists, such as defaultMode=async; may be repeated',
  },
  engine: {
    type: 'string',
    default: 'reference',
    value: 'reference|prism',
    help: 'prism starts the command prism mock instead: the document alone; the header Prefer: code=, example= selects the response (reference)',
  },
  guard: {
    type: 'boolean',
    default: false,
    help: 'compare every exchange with the document, print what it does not allow, and keep a journal of it',
  },
  upstream: { type: 'string', value: 'url', help: 'guard the server at this URL instead of serving a world' },
} as const satisfies Readonly<Record<string, Option>>

const listenOptions = {
  port: { type: 'string', default: '4010', value: 'number', help: 'the port to listen on; 0 picks a free one (4010)' },
  host: { type: 'string', default: '127.0.0.1', value: 'address', help: 'the address to listen on (127.0.0.1)' },
  socket: {
    type: 'string',
    value: 'path',
    help: 'listen on a unix socket instead of host and port; only this user can connect',
  },
  'tls-cert': { type: 'string', value: 'file', help: 'serve https with this certificate, in PEM' },
  'tls-key': { type: 'string', value: 'file', help: 'its key in PEM' },
  cors: { type: 'boolean', default: false, help: 'allow pages of other origins to call the API, but never the control surface' },
  token: {
    type: 'string',
    value: 'token',
    help: 'open the control surface under /__mock/ to clients with this token; without one only this machine can use it (WFHOST_MOCK_TOKEN, which stands in no list of processes)',
  },
} as const satisfies Readonly<Record<string, Option>>

const outputOptions = {
  log: {
    type: 'string',
    default: 'text',
    value: 'text|json',
    help: 'the format of the log of failed requests on stderr, one line each (text)',
  },
  verbose: { type: 'boolean', default: false, help: 'log every request, not only those that failed' },
  quiet: { type: 'boolean', default: false, help: 'print nothing but errors' },
} as const satisfies Readonly<Record<string, Option>>

const generalOptions = {
  json: { type: 'boolean', default: false, help: 'print JSON; serve prints one line with url, socket, pid, keys and control' },
  help: { type: 'boolean', short: 'h', default: false, help: 'print this' },
  version: { type: 'boolean', default: false, help: 'print the version' },
} as const satisfies Readonly<Record<string, Option>>

const options = { ...worldOptions, ...listenOptions, ...outputOptions, ...generalOptions }

export const optionGroups: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  World: worldOptions,
  'Address and access': listenOptions,
  Output: outputOptions,
  General: generalOptions,
}

export type Values = ReturnType<typeof parse>['values']

export type OptionName = keyof typeof options

export interface CommandLine {
  readonly command: string
  readonly operands: readonly string[]
  readonly values: Values
  /** The options that are on the command line, without those that every command takes. */
  readonly given: readonly string[]
}

/**
 * Parses a command line.
 *
 * @throws {CommandLineError} for an unknown option, and for one without its value.
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { positionals, tokens, values } = parse(args)
    const [command = 'serve', ...operands] = positionals
    const given = tokens.flatMap((token) => (token.kind === 'option' && !(token.name in generalOptions) ? [token.name] : []))
    return { command, operands, values, given }
  } catch (error) {
    throw new CommandLineError(problemOf(error), { cause: error })
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const nearest = nearestName(unknown, Object.keys(options))
  return `There is no option --${unknown}; ${nearest === undefined ? 'wfhost-mock --help lists them' : `did you mean --${nearest}?`}`
}
