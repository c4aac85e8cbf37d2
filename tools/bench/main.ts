// Compares this project with the tools that a user would choose instead. See README.md.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildServers, compileWithPeers, copyPackages } from './prepare.ts'
import { describeForTerminal, describeMachine, type ScenarioRun, writeReadme } from './report/write-readme.ts'
import { type Effort, type Goal, type ScenarioEntry, type ScenarioResult, scenarios } from './scenario.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const folder = fileURLToPath(new URL('.', import.meta.url))
const timeLimitMs = 15 * 60_000
// A user's first start also has no cache of compiled code.
delete process.env['NODE_COMPILE_CACHE']

if (values.help) process.stdout.write(usage())
else process.exitCode = await measure()

async function measure(): Promise<number> {
  const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `Cannot measure ${unknown.join(', ')}: the scenarios are ${scenarios.map(({ name }) => name).join(', ')}\n`,
    )
    return 2
  }
  copyPackages(join(folder, '../..'), join(folder, 'node_modules'))
  compileWithPeers(folder)
  buildServers(folder)
  return runAll(scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
}

function chooseEffort(): Effort {
  if (values.quick) return 'quick'
  return values.long ? 'long' : 'normal'
}

async function runAll(chosen: readonly ScenarioEntry[]): Promise<number> {
  const effort = chooseEffort()
  const failed: string[] = []
  const runs: ScenarioRun[] = []
  for (const scenario of chosen) {
    process.stderr.write(`${scenario.name}: ${scenario.what} …\n`)
    const began = performance.now()
    try {
      const result = await runOne(scenario, effort)
      runs.push({ scenario: scenario.name, effort, result, seconds: Math.round((performance.now() - began) / 1000) })
      process.stdout.write(describeForTerminal(result))
    } catch (error) {
      failed.push(scenario.name)
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  const results = { ...describeMachine(folder), date: new Date().toISOString(), runs }
  for (const { result } of runs) for (const goal of result.goals) process.stdout.write(`${verdict(goal)}\n`)
  // All figures of the page are from one run.
  if (runs.length === scenarios.length && effort !== 'quick') writeReadme(join(folder, 'README.md'), results)
  if (failed.length > 0) process.stderr.write(`Cannot say anything about ${failed.join(', ')}: see above\n`)
  return failed.length > 0 ? 1 : 0
}

function verdict({ goal, measured, met, name }: Goal): string {
  return `${met ? 'met   ' : 'MISSED'}  ${name}: ${goal}, measured ${measured}`
}

/** Runs a scenario in a separate process, so that the memory of one scenario does not affect the next. */
function runOne({ name, nodeOptions }: ScenarioEntry, effort: Effort): Promise<ScenarioResult> {
  return new Promise((resolve, reject) => {
    const child = fork(join(folder, 'run-scenario.ts'), [name, effort], { execArgv: [...nodeOptions] })
    const end = () => child.kill()
    const timer = setTimeout(end, timeLimitMs)
    process.once('exit', end)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
    child.once('message', (result) => resolve(result as ScenarioResult))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      process.removeListener('exit', end)
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.removeListener(name, end)
      reject(new Error(`Cannot measure ${name}: its process ended with ${signal ?? code}`))
    })
  })
}

function usage(): string {
  return [
    'npm run bench             everything; writes the ratios in README.md',
    'npm run bench -- <name>   one scenario with its tables; writes nothing',
    '  --quick   a look, in short rounds',
    '  --long    longer rounds, and a soak of 3,000,000 requests',
    '',
    ...scenarios.map(({ name, what }) => `  ${name.padEnd(12)}  ${what}`),
    '',
  ].join('\n')
}
