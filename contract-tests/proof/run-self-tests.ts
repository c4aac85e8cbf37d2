import { type ChildProcess, fork } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Comparison, compareTools, type Mark, readComparison, replaceFigures } from './figures.ts'
import { addOutcomes, cutIntoParts, type Part, runPart, type SelfTest, type SelfTestOutcome } from './self-test.ts'

const aDay = 86_400_000
// Of many runs at once, what lives as long as a request fills what Node gives it, and is copied again and again.
const roomForYoungObjects = '--max-semi-space-size=32'

const page = new URL('../../docs/pages/suite/proof.md', import.meta.url)

/** A command that runs self-tests, and keeps their figures between marks of its own in the page of the proof. */
export interface SelfTestCommand {
  /** How it is called. */
  readonly name: string
  /** The file that calls `runSelfTests`: it is also what runs in the processes of the parts. */
  readonly file: string
  readonly selfTests: readonly SelfTest[]
  readonly mark: Mark
  readonly format: (outcomes: readonly SelfTestOutcome[]) => string
}

/** Sets the exit code to 0 if every case went as it must, and the figures in the page are those of this run. */
export async function runSelfTests(command: SelfTestCommand): Promise<void> {
  if (process.send === undefined) process.exitCode = await runAll(command)
  else process.on('message', async (part: Part) => process.send?.(await runPart(command.selfTests, part)))
}

async function runAll({ file, format, mark, name, selfTests }: SelfTestCommand): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, write: { type: 'boolean', default: false } },
  })
  // The processes of the parts inherit it.
  process.env['SELFTEST_SEED'] = values.seed ?? String(Math.floor(Date.now() / aDay))
  const only = values.only?.split(',')
  const chosen = selfTests.filter(({ id }) => only?.includes(id) ?? true)
  const began = performance.now()
  const outcomes = await runInProcesses(file, chosen)
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0)
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  const current = await readFile(page, 'utf8')
  const askedBefore = readComparison(current)
  for (const { figures, what } of compareTools(outcomes)) {
    print(describeFigures({ what, figures }))
    // Those take minutes that are not there each time.
    const others = askedBefore
      .find((row) => row.what === what)
      ?.figures.filter(({ tool }) => !figures.some((own) => own.tool === tool))
    if (others?.length) print(`  ${describeFigures({ what: 'when they were asked last', figures: others })}`)
  }
  print(`${cases} cases with --seed ${process.env['SELFTEST_SEED']} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const renewed = only === undefined && failures === 0 ? replaceFigures(current, format(outcomes), mark) : current
  if (values.write) await writeFile(page, renewed)
  const stale = !values.write && current !== renewed
  if (stale) print(`The figures in docs/pages/suite/proof.md are not those of this run: ${name} -- --write`)
  const failed = failures + (stale ? 1 : 0) + (cases === 0 ? 1 : 0)
  print(`${cases - Math.min(cases, failures)} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs self-tests, in parts, in processes of a file that calls `runSelfTests`: two for each processor, as each waits for
 * half of its time. Who is ready takes the next part. What fails is run once more with nothing beside it, and that counts:
 * a server of a machine that has no time for it is late.
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
        execArgv: [...process.execArgv, roomForYoungObjects],
        // What other tools print there is not what is counted.
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

function describeFigures({ figures, what }: Comparison): string {
  return `${what}: ${figures.map(({ figure, tool }) => `${figure} by ${tool}`).join(', ')}`
}

function describeOutcome({ cases, counts, durationMs, failures, id, statement }: SelfTestOutcome): string {
  const shown = Object.entries(counts).map(([word, count]) => `${count} ${word}`)
  return [
    `${failures.length > 0 ? 'FAILED  ' : 'passed  '}${id}: ${statement}`,
    `        ${cases} cases: ${shown.join(', ') || 'none'} (${(durationMs / 1000).toFixed(1)} s)`,
    ...failures.map((failure) => `        ${failure}`),
  ].join('\n')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
