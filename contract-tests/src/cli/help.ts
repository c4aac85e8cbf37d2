import { defaultLimits } from '../engine/budget.ts'
import type { CommandShape } from './flags.ts'

type Flag = CommandShape['flags'][number]

const title = 'wfhost-conformance: checks whether a server conforms to the workflow and tool registry API'

const precedence =
  'Flags override WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and these override the file.\n' +
  'Nothing is run, executed, rotated or published on the target unless --allow permits it.'

const exitCodeLines = `Exit codes
  0 conformant   1 not conformant   2 usage or configuration   3 incomplete   4 not reached, or an error in the suite
  5 the baseline of known failures is stale or expired   141 the output was closed by its reader`

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
  allow: ['--allow A,B', 'what the suite may do to the target: runs, executions, key-rotation, publishing, rate-limit'],
  'max-runs': ['--max-runs N', `the most requests to the run endpoint (${defaultLimits.maxRuns})`],
  'max-executions': ['--max-executions N', `the most requests to the execute endpoint (${defaultLimits.maxExecutions})`],
  'requests-per-second': ['--requests-per-second N', 'the most requests per second'],
  'timeout-ms': ['--timeout-ms N', 'how long one request may take (30000)'],
  'ca-file': ['--ca-file FILE', 'additional certificate authorities to trust, in PEM'],
  requirements: ['--requirements SET', 'the frozen set of requirements (2026-11)'],
  'report-dir': ['--report-dir DIR', 'write all reports to this folder'],
  json: ['--json', 'print JSON instead of text'],
  yes: ['-y, --yes', 'do not ask questions'],
}

/** What `--help` prints without a command. */
export function helpOfAll(commands: readonly CommandShape[]): string {
  const usages = commands.map(({ does, usage }) => `  wfhost-conformance ${usage.padEnd(19)}${does}`)
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
