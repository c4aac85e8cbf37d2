// Tests the conformance suite itself, on servers whose defects are known and on servers without any:
//   npm run selftest [-- --only ID,ID] [-- --seed N] [-- --write]
// Each day has a seed of its own, by which combinations of variants are sampled.
// Without --write, figures in its page that are not those of this run are a failure.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareWithPrism, formatFigures, replaceFigures } from './figures.ts'
import { addOutcomes, cutIntoParts, type Part, runPart, type SelfTestOutcome } from './self-test.ts'
import { allSelfTests } from './self-tests.ts'

const aDay = 86_400_000
// Of many runs at once, what lives as long as a request fills what Node gives it, and is copied again and again.
const roomForYoungObjects = '--max-semi-space-size=32'
const page = new URL('../../site/pages/suite/proof.md', import.meta.url)

if (process.send === undefined) process.exitCode = await command()
else process.on('message', async (part: Part) => process.send?.(await runPart(allSelfTests, part)))

async function command(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, write: { type: 'boolean', default: false } },
  })
  // The processes of the parts inherit it.
  process.env['SELFTEST_SEED'] = values.seed ?? String(Math.floor(Date.now() / aDay))
  const only = values.only?.split(',')
  const chosen = allSelfTests.filter(({ id }) => only?.includes(id) ?? true)
  const began = performance.now()
  const outcomes = await runInProcesses(cutIntoParts(chosen))
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0)
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  for (const { ours, prism, what } of compareWithPrism(outcomes)) print(`${what}: ${ours}; by Prism's validating proxy: ${prism}`)
  print(`${cases} cases with --seed ${process.env['SELFTEST_SEED']} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const stale = only === undefined && failures === 0 && !(await figuresAreCurrent(outcomes, values.write))
  if (stale) print('The figures in site/pages/suite/proof.md are not those of this run: npm run selftest -- --write')
  const failed = failures + (stale ? 1 : 0) + (cases === 0 ? 1 : 0)
  print(`${cases - Math.min(cases, failures)} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs the parts in two processes for each processor, as each waits for half of its time. Who is ready takes the next part.
 * What fails is run once more with nothing beside it, and that counts: a server of a machine that has no time for it is late.
 */
async function runInProcesses(parts: readonly Part[]): Promise<readonly SelfTestOutcome[]> {
  const waiting = parts.values()
  const results = new Map<Part, SelfTestOutcome>()
  const collect = async (worker: ChildProcess, part: Part): Promise<SelfTestOutcome> => {
    const outcome = await outcomeOf(worker, part)
    results.set(part, outcome)
    const own = [...results].flatMap(([{ id }, each]) => (id === part.id ? [each] : []))
    if (own.length === part.of && own.every(({ failures }) => failures.length === 0)) print(describeOutcome(addOutcomes(own)))
    return outcome
  }
  await inProcesses(2 * availableParallelism(), async (worker) => {
    for (const part of waiting) await collect(worker, part)
  })
  const failed = [...results].filter(([, { failures }]) => failures.length > 0)
  for (const [part, { failures }] of failed) {
    print(`again    ${[part.id, ...failures].join('\n        ')}`)
    await inProcesses(1, (worker) => collect(worker, part))
  }
  return allSelfTests.flatMap(({ id }) => {
    const own = [...results].flatMap(([part, outcome]) => (part.id === id ? [outcome] : []))
    if (own.length === 0) return []
    const all = addOutcomes(own)
    if (all.failures.length > 0) print(describeOutcome(all))
    return [all]
  })
}

async function inProcesses(count: number, use: (worker: ChildProcess) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const worker = fork(fileURLToPath(import.meta.url), { execArgv: [...process.execArgv, roomForYoungObjects] })
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

async function figuresAreCurrent(outcomes: readonly SelfTestOutcome[], write: boolean): Promise<boolean> {
  const current = await readFile(page, 'utf8')
  const renewed = replaceFigures(current, formatFigures(outcomes))
  if (write) await writeFile(page, renewed)
  return write || current === renewed
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
