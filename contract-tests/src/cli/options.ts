import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { inHelpGroup, readDuration } from '@wfhost/internal/command-line'
import { defaultLimits } from '../engine/budget.ts'
import { areaNames, permissions } from '../engine/checks.ts'
import type { ServerDescription } from '../engine/server-description.ts'

/** The configuration that `init` writes, and that the other commands read without `-c`. */
export const defaultConfig = 'wfhost-conformance.yaml'

/** The options of all commands, with their help texts and parsers. */
export const options = {
  ...inHelpGroup('Output:', {
    json: new Option('--json', 'print JSON'),
    yes: new Option('-y, --yes', 'write the configuration without questions'),
    reports: new Option('--output <folder>', 'write all reports to this folder'),
    page: new Option('--output <file>', 'write the comparison to this file, as an HTML page'),
    exported: new Option('--output <file>', 'write to this file (default: standard output)'),
    format: new Option('--format <format>', 'the format (default: hurl)').choices(['hurl', 'har'] as const).conflicts('json'),
  }),
  ...inHelpGroup('Server:', {
    config: new Option('-c, --config <file>', `the configuration (default: ${defaultConfig}, if it exists)`),
    baseUrl: new Option('--base-url <url>', 'the URL of the workflow service'),
    registryUrl: new Option('--registry-url <url>', 'the URL of the tool registry (default: the base URL)'),
    product: new Option('--product <name>', 'the product segment in the paths of the registry (default: wfhost)'),
    caFile: new Option('--ca-file <file>', 'additional certificate authorities to trust, in PEM'),
  }),
  ...inHelpGroup('Checks:', {
    areas: new Option('--areas <list>', `the areas that the server claims to offer, of ${areaNames.join(', ')}`).argParser(
      parseList,
    ),
    only: new Option('--only <list>', 'run only these checks, each with its parts, such as run-async.closed').argParser(
      parseList,
    ),
    quick: new Option('--quick', 'send one entry of each kind in a catalogue: the same requirements with fewer requests'),
    against: new Option('--against <file>', 'run the same checks on the server of this configuration, too, and compare'),
  }),
  ...inHelpGroup('Permissions and limits:', {
    allow: new Option('--allow <list>', `what the suite may do to the server, of ${permissions.join(', ')}`).argParser(parseList),
    maxRuns: new Option('--max-runs <n>', `the most requests to the run endpoint (default: ${defaultLimits.maxRuns})`).argParser(
      parseWholeNumber,
    ),
    maxExecutions: new Option(
      '--max-executions <n>',
      `the most requests to the execute endpoint (default: ${defaultLimits.maxExecutions})`,
    ).argParser(parseWholeNumber),
    requestsPerSecond: new Option('--requests-per-second <n>', 'the most requests per second').argParser(parsePositiveNumber),
    timeout: new Option('--timeout <time>', 'for one request; 30s, or milliseconds (default: 30s)').argParser(parseDuration),
    noTrace: new Option('--no-trace', 'leave out the headers User-Agent and X-Conformance-Check'),
  }),
} as const

type Optional<T> = { readonly [Member in keyof T]?: T[Member] | undefined }

/** The members of a server description that a command line can set. */
type DescribedOptions = Pick<
  ServerDescription,
  'baseUrl' | 'registryUrl' | 'product' | 'only' | 'maxRuns' | 'maxExecutions' | 'requestsPerSecond' | 'caFile'
>

/** The options that choose a server, and the permissions of the suite. */
export interface TargetOptions extends Optional<DescribedOptions> {
  /** The path of the configuration. */
  readonly config?: string | undefined
  /** Names that the schema of the configuration validates. */
  readonly areas?: readonly string[] | undefined
  /** Names that the schema of the configuration validates. */
  readonly allow?: readonly string[] | undefined
  readonly quick?: true | undefined
  /** The time limit of one request, in milliseconds. */
  readonly timeout?: number | undefined
  /** False with `--no-trace`. */
  readonly trace: boolean
}

/** Returns the members of a configuration that options override. */
export function readOverrides(flags: TargetOptions): Readonly<Record<string, unknown>> {
  const members = {
    baseUrl: flags.baseUrl,
    registryUrl: flags.registryUrl,
    product: flags.product,
    areas: flags.areas,
    allow: flags.allow,
    quick: flags.quick,
    maxRuns: flags.maxRuns,
    maxExecutions: flags.maxExecutions,
    requestsPerSecond: flags.requestsPerSecond,
    caFile: flags.caFile,
    trace: flags.trace ? undefined : false,
    timeoutMs: flags.timeout,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function parseList(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.every((item) => item !== '')) return items
  throw new InvalidArgumentError('Expected names with commas between them')
}

function parseWholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 0')
}

function parsePositiveNumber(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Expected a number above 0')
}

function parseDuration(text: string): number {
  const durationMs = readDuration(text)
  if (durationMs !== undefined && durationMs > 0) return durationMs
  throw new InvalidArgumentError('Expected milliseconds, or a number with ms, s, m or h such as 30s')
}
