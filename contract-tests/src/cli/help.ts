import type { CommandShape } from './flags.ts'

type Flag = CommandShape['flags'][number]

const title = 'wfhost-conformance: checks whether a server keeps what the workflow and tool registry API promises'

const precedence =
  'Flags win over WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and those over the file.\n' +
  'Nothing is run on the target, executed, rotated or published unless --allow says so.'

const exitCodeLines = `Exit codes
  0 conformant   1 not conformant   2 usage or configuration   3 incomplete   4 no answer, or an error of ours
  5 the baseline of known failures is stale or expired   141 nobody reads its output`

/** Each flag as it is written, and what it does. */
const flags: Readonly<Record<Flag, readonly [written: string, does: string]>> = {
  config: ['-c, --config FILE', 'the configuration'],
  'base-url': ['--base-url URL', 'where the workflow service is'],
  'registry-url': ['--registry-url URL', 'where the tool registry is (the same)'],
  product: ['--product NAME', "the product segment of the registry's paths (wfhost)"],
  profiles: ['--profiles A,B', 'claim these only: run-sync, run-async, keys, registry, organization, execute, rate-limit'],
  only: ['--only ID,ID', 'these checks only'],
  allow: ['--allow A,B', 'what may be done to the target: runs, executions, key-rotation, publishing, rate-limit'],
  'max-runs': ['--max-runs N', 'requests to the run endpoint at most (200)'],
  'max-executions': ['--max-executions N', 'requests to the execute endpoint at most (50)'],
  'requests-per-second': ['--requests-per-second N', 'no faster than this'],
  'timeout-ms': ['--timeout-ms N', 'how long one request may take (30000)'],
  'ca-file': ['--ca-file FILE', 'authorities to trust beside those of the machine, in PEM'],
  requirements: ['--requirements SET', 'the frozen set of requirements (2026-11)'],
  'report-dir': ['--report-dir DIR', 'write every report there'],
  json: ['--json', 'print JSON instead of text'],
  yes: ['-y, --yes', 'ask nothing'],
  write: ['--write FILE', 'write the figures between the marks of a file'],
  check: ['--check FILE', 'fail when the figures there are others'],
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
