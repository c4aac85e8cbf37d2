import { exitCodes } from '../conformance/exit-code.ts'
import { runSelfTests, type SelfTestOutcome } from '../selftest/run-self-tests.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'

/** Shows that the suite finds what it must, and nothing else. */
export async function selftestCommand({ json }: Flags, { print }: Io): Promise<number> {
  const outcomes = await runSelfTests((outcome) => {
    if (!json) print(line(outcome))
  })
  if (json) print(JSON.stringify(outcomes, null, 2))
  const failed = outcomes.filter((outcome) => outcome.failures.length > 0)
  if (!json)
    print(failed.length === 0 ? 'The suite does what it says' : `${failed.length} of ${outcomes.length} self-tests failed`)
  return failed.length === 0 ? exitCodes.conformant : exitCodes.unreachable
}

function line({ cases, durationMs, failures, name }: SelfTestOutcome): string {
  const head = `${failures.length === 0 ? 'passed' : 'FAILED'}  ${cases - Math.min(failures.length, cases)} of ${cases}  ${name} (${durationMs} ms)`
  return [head, ...failures.map((failure) => `  ${failure}`)].join('\n')
}
