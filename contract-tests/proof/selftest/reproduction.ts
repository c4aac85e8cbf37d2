import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { toPrintable } from '@wfhost/internal/printable'
import { withoutSecrets } from '@wfhost/internal/redacted-text'
import { hasCurl } from '../../../tools/scripts/send-curl.ts'
import { checks } from '../../src/engine/checks.ts'
import type { CheckResult, RecordedExchange } from '../../src/engine/conformance-report.ts'
import { shortenBody } from '../../src/engine/recording/recorded-exchange.ts'
import type { Fixtures } from '../../src/target/target.ts'
import { runCommandLine, serveWorld } from '../contract-server.ts'
import { contractFixtures } from '../contract-world.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { mutants } from '../mutants/mutants.ts'
import { type CaseResult, caseResult, type SelfTest } from '../self-test.ts'

/** Verifies that the curl command of a failure gets the same response, and that its replay ends with the same failure. */
export const reproduction: SelfTest = {
  id: 'reproduction',
  statement: 'the curl command and the replay of a failure of each check reproduce what the report shows',
  concurrency: 8,
  // This self-test runs last. With many short parts, all processors finish at about the same time.
  parts: 24,
  listCases: () => oneOfEachCheck().map((mutant) => ({ name: mutant.defect, run: () => reproduce(mutant) })),
}

/** Returns one mutant for each check. A command repeats the same request for every mutant of a check. */
function oneOfEachCheck(): readonly Mutant[] {
  const failing = mutants.filter(({ isWarned }) => isWarned !== true)
  return [...new Map(failing.map((mutant) => [mutant.foundBy, mutant])).values()]
}

async function reproduce(mutant: Mutant): Promise<CaseResult> {
  const id = mutant.foundBy.toLowerCase()
  const failed = await untilReported(() => failureOf(mutant, ['run', '--json', '--only', id]))
  const check = (JSON.parse(failed.output).checks as readonly CheckResult[]).find((one) => one.id === id)
  if (check?.verdict !== 'fail') return caseResult('', [`${id} is ${check?.verdict ?? 'missing'}`])
  const replayed = await untilReported(() => failureOf(mutant, ['replay', id]))
  const failure = withoutChance(toPrintable(`fail: ${check.message}`))
  // The responses to concurrent requests depend on the order in which the requests arrive, and so does the failure message.
  const again = id.endsWith('.parallel') || withoutChance(replayed.output).includes(failure)
  return caseResult(failed.shows, [
    ...failed.problems,
    ...(again && replayed.code === 1 ? [] : [`replay ends with ${replayed.code} and another failure`]),
  ])
}

/**
 * A check of time is blocked while the machine is busy with other cases, or gives a server the benefit of the doubt. That
 * each mutant is found is for another self-test to show: here, one that was not is run again.
 */
async function untilReported(run: () => Promise<Failed>, left = 2): Promise<Failed> {
  const failed = await run()
  return failed.code !== 1 && left > 0 ? untilReported(run, left - 1) : failed
}

/** The fixtures as a careful person writes them: with variables of the environment for every key and session. */
function takeFromEnvironment(declared: Partial<Fixtures>) {
  const environment: Record<string, string> = {}
  const fixtures: unknown = JSON.parse(JSON.stringify(declared), (name, value) => {
    if (name !== 'key' && name !== 'sessionCookie') return value
    const [, before = '', secret = ''] = /^(.*=)?(.*)$/.exec(String(value)) ?? []
    const variable = `MY_${secret.replaceAll('-', '_').toUpperCase()}`
    environment[variable] = secret
    return `${before}\${${variable}}`
  })
  return { environment, fixtures }
}

interface Failed extends CaseResult {
  readonly output: string
  readonly code: number
}

/** Runs a command on a new server, and then the curl command of the failure before the state changes. */
async function failureOf(
  { claims = {}, fixtures: own, foundBy, mutate, needsOtherRequests = false }: Mutant,
  args: readonly string[],
): Promise<Failed> {
  const { close, config } = await serveWorld(mutate)
  try {
    const { environment, fixtures } = takeFromEnvironment({ ...contractFixtures, ...own })
    const { code, output } = await runCommandLine(args, { config: { ...config, claims, fixtures }, environment })
    const checked = args[0] === 'run' ? (JSON.parse(output).checks as readonly CheckResult[]) : []
    const check = checked.find(({ id }) => id === foundBy.toLowerCase())
    return {
      output,
      code,
      ...(check === undefined ? { shows: '', problems: [] } : await sendAgain(check, { environment, needsOtherRequests })),
    }
  } finally {
    await close()
  }
}

async function sendAgain(
  { exchanges, failedExchange, id }: CheckResult,
  {
    environment,
    needsOtherRequests,
  }: { readonly environment: Readonly<Record<string, string>>; readonly needsOtherRequests: boolean },
): Promise<CaseResult> {
  const exchange = failedExchange === undefined ? undefined : exchanges[failedExchange]
  // A failure by a hook, such as a balance of credits, has no exchange that shows it.
  if (exchange === undefined) return { shows: 'replayed', problems: [] }
  if (!hasCurl) return { shows: 'replayed, but not sent again: curl is not installed', problems: [] }
  // Only the variables of the keys in the configuration.
  const env = { PATH: process.env['PATH'], ...environment }
  // Only the server has the value of a key that it made in the meantime.
  if (/\$(REGENERATED|PUBLISHED)_KEY/.test(exchange.curl)) return { shows: 'replayed', problems: [] }
  // Concurrent requests failed together. The response to a single request can be correct.
  if (id.endsWith('.parallel')) return { shows: 'replayed', problems: [] }
  const { stdout } = await promisify(execFile)('sh', ['-c', exchange.curl], { env, timeout: 10_000 })
  const parts = checks.filter((one) => one.id === id || one.id.startsWith(`${id}.`))
  const changesState =
    needsOtherRequests ||
    parts.some(
      ({ needs, permissions }) => permissions.some((name) => stateful.has(name)) || needs.hooks.includes('publishToolset'),
    )
  const problems = differences(exchange, stdout)
  // The response differs if the first request changed the state of the server.
  if (changesState && problems.length > 0) return { shows: 'replayed although the server has moved on', problems: [] }
  return { shows: 'sent again and replayed', problems }
}

const stateful: ReadonlySet<string> = new Set(['key-rotation', 'publishing', 'rate-limit'])

function differences({ responseBody, status }: RecordedExchange, curlOutput: string): string[] {
  const [head = '', ...rest] = curlOutput.split('\r\n\r\n')
  const sent = Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1])
  const body = rest.join('\r\n\r\n')
  return [
    ...(sent === status ? [] : [`curl gets ${sent}, the report shows ${status}`]),
    ...(isVisible(body, responseBody) ? [] : [`curl gets ${body}, the report shows ${responseBody}`]),
  ]
}

/** Whether a report shows a body, as a whole or by an excerpt. */
function isVisible(body: string, responseBody: string): boolean {
  return [body, shortenBody(withoutSecrets(body))].some((output) => withoutChance(output) === withoutChance(responseBody))
}

/** Removes the parts of a text that differ between runs and servers: IDs, ports, durations and times. */
function withoutChance(text: string): string {
  return text.replace(/run_\w+|[\da-f]{8}-[\da-f-]{27}|:\d{4,5}\b|\b\d+ ms\b|\b1\d{9,10}\b/g, '…')
}
