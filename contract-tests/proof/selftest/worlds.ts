import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checks } from '../../src/engine/checks.ts'
import { runSuite } from '../../src/engine/run-suite.ts'
import type { SuiteOptions, SuiteRun } from '../../src/engine/suite.ts'
import { missed } from '../figures.ts'
import { type CaseResult, caseResult, type SelfTest, type SelfTestCase } from '../self-test.ts'
import type { Defect } from '../worlds/defects/defect.ts'
import { defects } from '../worlds/defects/defects.ts'
import { type Edit, openWorld } from '../worlds/open-world.ts'
import { type Variation, variations } from '../worlds/variations.ts'
import { openDocument, openPrism } from './prism.ts'
import { isLegal } from './verdicts.ts'

/** Verifies that an independent server conforms, unchanged and in each variation. Each case runs all checks. */
export const foreignWorld: SelfTest = {
  id: 'fastify-variants',
  statement: 'a server on Fastify and SQLite, written from the source document alone, conforms unchanged and in each variation',
  concurrency: 8,
  parts: 4,
  listCases: () => {
    const ask = askFastify(openPrism(openDocument()))
    return [
      { name: 'unchanged', run: () => spare(ask) },
      { name: 'the commands of the walk-through', run: followWalkthrough },
      ...variations.map((variation) => ({ name: variation.variation, run: () => spare(ask, variation) })),
    ]
  },
}

/** Verifies that a check finds each defect of that server, except for defects that state why no check can. */
export const foreignDefects: SelfTest = {
  id: 'fastify-mutants',
  statement: 'each defect of that server fails a check of the requirement that it breaks',
  concurrency: 8,
  parts: 4,
  listCases: () => findEach(defects, askFastify(openPrism(openDocument()))),
}

async function spare(ask: Ask, variation?: Variation): Promise<CaseResult> {
  const { claims, areas } = variation ?? {}
  const options = { ...(claims === undefined ? {} : { claims }), ...(areas === undefined ? {} : { areas }) }
  const { besides, report } = await ask(variation === undefined ? [] : [variation], options)
  const complaints = report.checks.filter(({ id, verdict }) => verdict !== 'not-applicable' && !isLegal(id, verdict))
  const problems = complaints.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  const found = report.verdict === 'CONFORMANT' ? [] : [`the verdict is ${report.verdict}`]
  // Prism's findings on the unchanged server would count for each of its defects.
  const flagged = variation === undefined ? besides : []
  return { ...caseResult(variation === undefined ? 'unchanged' : 'varied', [...found, ...problems, ...flagged]), besides }
}

async function followWalkthrough(): Promise<CaseResult> {
  const page = await readFile(new URL('../../WALKTHROUGH.md', import.meta.url), 'utf8')
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(page) ?? []
  const [, documented = ''] = /```text output\n(.*?)```/s.exec(page) ?? []
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands], {
    cwd,
    env: { ...process.env, LANG: 'C.UTF-8' },
    timeout: 120_000,
  })

  // The parts of the documented output, between the marks for text that the page leaves out.
  const parts = documented.split('…').map((part) => part.trim())
  const missing = parts.filter((part) => !stdout.includes(part))
  const hasVerdict = parts.some((part) => part.startsWith('CONFORMANT '))
  return caseResult('walk-through', hasVerdict && missing.length === 0 ? [] : [`Not printed: ${missing.join('\n')}`, stdout])
}

type Watch = ReturnType<typeof openPrism>

/** Runs the suite against the independent server with some edits, and adds the findings of Prism on the same exchanges. */
type Ask = (edits: readonly Edit[], options: Partial<SuiteOptions>) => Promise<SuiteRun & Required<Pick<CaseResult, 'besides'>>>

function askFastify(watch: Watch): Ask {
  return async (edits, options) => {
    const world = await openWorld(edits)
    return runWatched({ ...world.options, ...options }, { close: world.close, watch })
  }
}

async function runWatched(
  options: SuiteOptions,
  { close, watch }: { readonly close: () => Promise<void>; readonly watch: Watch },
): ReturnType<Ask> {
  const { fetch, flagged } = watch(options.description.fetch)
  try {
    const run = await runSuite(checks, { options: { ...options, description: { ...options.description, fetch } } })
    return { ...run, besides: await flagged() }
  } finally {
    await close()
  }
}

function findEach(defects: readonly Defect[], ask: Ask): SelfTestCase[] {
  return defects.map((defect) => ({ name: `${defect.breaks}: ${defect.defect}`, run: () => find(defect, ask) }))
}

async function find({ breaks, unseen, ...edit }: Defect, ask: Ask): Promise<CaseResult> {
  const { besides, report } = await ask([edit], { only: [breaks.toLowerCase()] })
  const found = report.checks.find(
    ({ message, verdict }) => ['fail', 'warn'].includes(verdict) && message.startsWith('expected '),
  )
  if (found !== undefined) {
    const outdated = unseen === undefined ? [] : ['it is found now: what says why not is out of date']
    return { ...caseResult(found.verdict === 'fail' ? 'found' : 'warned of', outdated), besides }
  }
  const seen = report.checks.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  return { ...caseResult(missed, unseen === undefined ? seen : []), besides }
}
