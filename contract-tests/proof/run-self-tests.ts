import { type ChildProcess, fork } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { compareWithPrism, formatFigures, replaceFigures } from './figures.ts'
import { addOutcomes, cutIntoParts, type Part, runPart, type SelfTest, type SelfTestOutcome } from './self-test.ts'

const msPerDay = 86_400_000
// With many concurrent runs, objects that live as long as a request fill V8's default semi-space and are copied repeatedly.
const largerSemiSpace = '--max-semi-space-size=32'

const page = new URL('../../docs/pages/suite/proof.md', import.meta.url)

/**
 * Runs self-tests in several processes. Sets the exit code to 0 if every case went as expected and the page has the
 * figures of this run.
 *
 * @param file the file that calls this function. It also runs in the other processes, where each message names a part.
 */
export async function runSelfTests(file: string, selfTests: readonly SelfTest[]): Promise<void> {
  if (process.send === undefined) {
    process.exitCode = await runAll(file, selfTests)
    return
  }

  process.on('message', async (part: Part) => {
    const outcome = await runPart(selfTests, part)
    // The first process may have ended because of an error in another one. It has printed that error.
    if (process.connected) process.send?.(outcome)
  })
}

async function runAll(file: string, selfTests: readonly SelfTest[]): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, write: { type: 'boolean', default: false } },
  })
  // The other processes inherit the seed.
  process.env['SELFTEST_SEED'] = values.seed ?? String(Math.floor(Date.now() / msPerDay))
  const only = values.only?.split(',')
  const selected = selfTests.filter(({ id }) => only?.includes(id) ?? true)

  const startedAt = performance.now()
  const outcomes = await runInProcesses(file, selected)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)

  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0)
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  for (const { prism, suite, what } of compareWithPrism(outcomes)) {
    print(`${what}: ${suite} by this suite, ${prism} by Prism's validating proxy`)
  }
  print(`${cases} cases with --seed ${process.env['SELFTEST_SEED']} in ${seconds} s`)

  const current = await readFile(page, 'utf8')
  const canRenew = only === undefined && failures === 0
  const renewed = canRenew ? replaceFigures(current, formatFigures(outcomes)) : current
  if (values.write) await writeFile(page, renewed)
  const isStale = !values.write && current !== renewed
  if (isStale) print('The figures in docs/pages/suite/proof.md differ from those of this run: npm run selftest -- --write')

  const failed = failures + (isStale ? 1 : 0) + (cases === 0 ? 1 : 0)
  print(`${cases - Math.min(cases, failures)} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs the parts of self-tests in two processes per processor, since each process waits half of the time. An idle process
 * takes the next part. A part that fails runs once more, without other parts in parallel. The second outcome counts,
 * because a server on a busy machine responds late.
 */
async function runInProcesses(file: string, selfTests: readonly SelfTest[]): Promise<readonly SelfTestOutcome[]> {
  const waiting = cutIntoParts(selfTests).values()
  const results = new Map<Part, SelfTestOutcome>()
  const collect = async (worker: ChildProcess, part: Part): Promise<SelfTestOutcome> => {
    const outcome = await outcomeOf(worker, part)
    results.set(part, outcome)
    const own = [...results].flatMap(([{ id }, each]) => (id === part.id ? [each] : []))
    if (own.length === part.of && own.every(({ failures }) => failures.length === 0)) print(describeOutcome(addOutcomes(own)))
    return outcome
  }
  await inProcesses({ file, count: 2 * availableParallelism() }, async (worker) => {
    for (const part of waiting) await collect(worker, part)
  })
  const failed = [...results].filter(([, { failures }]) => failures.length > 0)
  for (const [part, { failures }] of failed) {
    print(`again    ${[part.id, ...failures].join('\n        ')}`)
    await inProcesses({ file, count: 1 }, (worker) => collect(worker, part))
  }
  return selfTests.flatMap(({ id }) => {
    const own = [...results].flatMap(([part, outcome]) => (part.id === id ? [outcome] : []))
    if (own.length === 0) return []
    const all = addOutcomes(own)
    if (all.failures.length > 0) print(describeOutcome(all))
    return [all]
  })
}

async function inProcesses(
  { count, file }: { readonly count: number; readonly file: string },
  use: (worker: ChildProcess) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = fork(file, {
        execArgv: [...process.execArgv, largerSemiSpace],
        // The output of other tools must not mix with the counts.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      await use(worker)
      worker.kill()
    }),
  )
}

function outcomeOf(worker: ChildProcess, part: Part): Promise<SelfTestOutcome> {
  return new Promise((resolve, reject) => {
    const left = (code: number | null) => reject(new Error(`Cannot run ${part.id}: its process ended with ${code}`))
    worker.once('exit', left)
    worker.once('message', (outcome: SelfTestOutcome) => {
      worker.off('exit', left)
      resolve(outcome)
    })
    worker.send(part)
  })
}

function describeOutcome({ cases, counts, durationMs, failures, id, statement }: SelfTestOutcome): string {
  const output = Object.entries(counts).map(([word, count]) => `${count} ${word}`)
  return [
    `${failures.length > 0 ? 'FAILED  ' : 'passed  '}${id}: ${statement}`,
    `        ${cases} cases: ${output.join(', ') || 'none'} (${(durationMs / 1000).toFixed(1)} s)`,
    ...failures.map((failure) => `        ${failure}`),
  ].join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
