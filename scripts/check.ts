import { parseArgs } from 'node:util'
import { runStep, type StepResult } from './check/run-step.ts'
import { rows } from './check/steps.ts'

const { values } = parseArgs({
  options: {
    except: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
  },
})

const names = rows.flat().map((step) => step.name)
const unknown = [...values.except, ...values.only].filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Cannot check ${unknown.map((name) => `'${name}'`).join(', ')}: the steps are ${names.join(', ')}`)
  process.exit(2)
}

const results: StepResult[] = []
for (const row of rows) {
  const wanted = row.filter(
    ({ name }) => !values.except.includes(name) && (values.only.length === 0 || values.only.includes(name)),
  )
  await Promise.all(wanted.map(async (step) => report(await runStep(step))))
}

const failed = results.filter((result) => !result.passed).map((result) => result.step.name)
if (failed.length > 0) {
  console.error(`\n${failed.length} of ${results.length} checks failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

function report(result: StepResult): void {
  results.push(result)
  console.log(`${result.passed ? 'passed' : 'FAILED'} ${result.seconds.toFixed(1).padStart(6)} s  ${result.step.name}`)
  if (!result.passed) console.log(result.output.trimEnd().replace(/^/gm, '    '))
}
