import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { readDuration } from '@wfhost/internal/command-line'
import { defaultLimits } from '../engine/budget.ts'
import { areaNames, permissions, requirementSets } from '../engine/checks.ts'

/** The configuration that `init` writes, and that the other commands read without `-c`. */
export const defaultConfig = 'wfhost-conformance.yaml'

/** The options of all commands: how each is written, its help, and how its text is read. */
export const options = {
  json: new Option('--json', 'print JSON'),
  yes: new Option('-y, --yes', 'write the configuration without questions'),
  config: new Option('-c, --config <file>', `the configuration (default: ${defaultConfig}, if it exists)`),
  baseUrl: new Option('--base-url <url>', 'the URL of the workflow service'),
  registryUrl: new Option('--registry-url <url>', 'the URL of the tool registry (default: the base URL)'),
  product: new Option('--product <name>', 'the product segment in the paths of the registry (default: wfhost)'),
  areas: new Option('--areas <list>', `the areas that the server claims to offer, of ${areaNames.join(', ')}`).argParser(toList),
  only: new Option('--only <list>', 'run only these checks, each with its parts, such as run-async.closed').argParser(toList),
  requirements: new Option('--requirements <set>', `the frozen set of requirements: ${setNames()}`),
  allow: new Option('--allow <list>', `what the suite may do to the server, of ${permissions.join(', ')}`).argParser(toList),
  maxRuns: new Option('--max-runs <n>', `the most requests to the run endpoint (default: ${defaultLimits.maxRuns})`).argParser(
    toWhole,
  ),
  maxExecutions: new Option(
    '--max-executions <n>',
    `the most requests to the execute endpoint (default: ${defaultLimits.maxExecutions})`,
  ).argParser(toWhole),
  requestsPerSecond: new Option('--requests-per-second <n>', 'the most requests per second').argParser(toPositive),
  timeout: new Option('--timeout <time>', 'for one request; 30s, or milliseconds (default: 30s)').argParser(toDuration),
  caFile: new Option('--ca-file <file>', 'additional certificate authorities to trust, in PEM'),
  noTrace: new Option('--no-trace', 'leave out the headers User-Agent and X-Conformance-Check'),
  reports: new Option('--output <folder>', 'write all reports to this folder'),
  against: new Option('--against <file>', 'run the same checks on the server of this configuration, too, and compare'),
  page: new Option('--output <file>', 'write the comparison to this file, as an HTML page'),
  exported: new Option('--output <file>', 'write to this file (default: standard output)'),
  format: new Option('--format <format>', 'the format (default: hurl)').choices(['hurl', 'har'] as const).conflicts('json'),
} as const

/** The options that choose a server, and what the suite may do to it. */
export interface TargetOptions {
  readonly config?: string | undefined
  readonly baseUrl?: string | undefined
  readonly registryUrl?: string | undefined
  readonly product?: string | undefined
  readonly areas?: readonly string[] | undefined
  readonly only?: readonly string[] | undefined
  readonly requirements?: string | undefined
  readonly allow?: readonly string[] | undefined
  readonly maxRuns?: number | undefined
  readonly maxExecutions?: number | undefined
  readonly requestsPerSecond?: number | undefined
  readonly timeout?: number | undefined
  readonly caFile?: string | undefined
  /** False with `--no-trace`. */
  readonly trace: boolean
}

/** The members of a configuration that options replace. */
export function overridesOf(given: TargetOptions): Readonly<Record<string, unknown>> {
  const { allow, areas, baseUrl, caFile, maxExecutions, maxRuns, product, registryUrl, requestsPerSecond } = given
  const trace = given.trace ? undefined : false
  const members = { baseUrl, registryUrl, product, areas, allow, maxRuns, maxExecutions, requestsPerSecond, caFile, trace }
  const named = Object.entries({ ...members, timeoutMs: given.timeout })
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

function setNames(): string {
  return requirementSets.map(({ name }) => name).join(' or ')
}

function toList(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.every((item) => item !== '')) return items
  throw new InvalidArgumentError('Expected names with commas between them')
}

function toWhole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number')
}

function toPositive(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Expected a number above 0')
}

function toDuration(text: string): number {
  const durationMs = readDuration(text)
  if (durationMs !== undefined && durationMs > 0) return durationMs
  throw new InvalidArgumentError('Expected milliseconds, or a number with ms, s, m or h such as 30s')
}
