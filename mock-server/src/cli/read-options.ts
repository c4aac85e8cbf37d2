import { InvalidArgumentError } from '@commander-js/extra-typings'
import { findSchemaProblems, formatSchemaProblem, type SchemaProblem } from '@wfhost/internal/schema-problems'
import { readJsonOrText } from '../core/json.ts'
import { type Assumptions, assumptionOptions, assumptionsSchema } from '../schema/assumptions.ts'
import { BASE_URL, isBaseUrl } from '../schema/values.ts'
import { CommandLineError } from './exit-codes.ts'
import { readTextFile } from './read-text-file.ts'

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 0 to 65535')
}

export function readBytes(text: string): number {
  const bytes = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(bytes)) return bytes
  throw new InvalidArgumentError('Expected a number of bytes, such as 100000000')
}

/**
 * Reads the token of the control surface, from the command line or the environment.
 *
 * @throws {CommandLineError} for one without letters, with which everybody could open it.
 */
export function readToken(option: string | undefined, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const token = option ?? env['WFHOST_MOCK_TOKEN']
  if (option?.startsWith('-'))
    throw new CommandLineError('Cannot use --token: it begins with -, as the next option does after a variable that is not set')
  if (token === undefined || /^\S+$/.test(token)) return token
  const name = option === undefined ? 'WFHOST_MOCK_TOKEN' : '--token'
  const found = token.trim() === '' ? 'it is empty, as from a variable that is not set' : 'a header cannot carry its spaces'
  throw new CommandLineError(`Cannot use ${name}: ${found}`)
}

export async function readTls(
  cert: string | undefined,
  key: string | undefined,
): Promise<{ readonly cert: string; readonly key: string } | undefined> {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new CommandLineError('Cannot use --tls-key alone: give the certificate with --tls-cert')
  if (key === undefined) throw new CommandLineError('Cannot use --tls-cert alone: give its key with --tls-key')
  return { cert: await readTextFile(cert), key: await readTextFile(key) }
}

export function readUpstream(text: string, option = '--upstream'): string {
  if (!isBaseUrl(text)) throw new CommandLineError(`Cannot use ${option}: expected ${BASE_URL}`)
  return new URL(text).href.replace(/\/+$/, '')
}

/**
 * Adds a value of `--assume` to the assumptions. A value is written as `assumptions` lists it, or is text or JSON.
 *
 * @throws {CommandLineError} for a choice that the option `assumptions` of a service does not accept.
 */
export function readAssumption(pair: string, before: Partial<Assumptions> = {}): Partial<Assumptions> {
  return { ...before, ...readPair(pair) }
}

function readPair(pair: string): Partial<Assumptions> {
  const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
  const choices: readonly unknown[] = Object.entries(assumptionOptions).find(([known]) => known === name)?.[1].choices ?? []
  const index = choices.map(written).indexOf(text)
  const chosen = { [name]: index < 0 ? readJsonOrText(text) : choices[index] }
  const [problem] = findSchemaProblems(assumptionsSchema, chosen)
  if (problem === undefined) return chosen
  const remedy = remedyFor(problem, choices)
  throw new CommandLineError(
    `Cannot assume ${pair}: ${formatSchemaProblem({ ...problem, path: problem.path.slice(1) })}${remedy}`,
  )
}

function remedyFor({ message, path: [name] }: SchemaProblem, choices: readonly unknown[]): string {
  if (/did you mean|one of/.test(message)) return ''
  const example = choices.find((choice) => choice !== undefined)
  return example === undefined ? '; wfhost-mock assumptions lists them' : `; for example ${name}=${written(example)}`
}

function written(choice: unknown): string {
  if (choice === undefined) return 'none'
  return typeof choice === 'string' ? choice : JSON.stringify(choice)
}
