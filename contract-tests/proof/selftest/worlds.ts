import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checks } from '../../src/engine/checks.ts'
import { runSuite } from '../../src/engine/run-suite.ts'
import type { SuiteOptions, SuiteRun } from '../../src/engine/suite.ts'
import { type CaseResult, caseResult, type SelfTest } from '../self-test.ts'
import type { Defect } from '../worlds/defects/defect.ts'
import { defects } from '../worlds/defects/defects.ts'
import { type Edit, openWorld } from '../worlds/open-world.ts'
import { type Variation, variations } from '../worlds/variations.ts'

/** A server that shares nothing with ours conforms, and so does each of its variations; each check looks at all of it. */
export const foreignWorld: SelfTest = {
  id: 'fastify-variants',
  statement: 'a server on Fastify and SQLite, written from the source document alone, conforms as it is and in each variation',
  atOnce: 8,
  parts: 4,
  listCases: () => [
    { name: 'as it is', run: () => spare() },
    { name: 'the commands of the tutorial', run: followTutorial },
    ...variations.map((variation) => ({ name: variation.variation, run: () => spare(variation) })),
  ],
}

/** Each defect of that server is found, or warned of, by a check of the requirement that it breaks, but for those that say why not. */
export const foreignDefects: SelfTest = {
  id: 'fastify-mutants',
  statement: 'each defect of that server fails a check of the requirement that it breaks',
  atOnce: 8,
  parts: 4,
  listCases: () => defects.map((defect) => ({ name: `${defect.breaks}: ${defect.defect}`, run: () => find(defect) })),
}

async function spare(variation?: Variation): Promise<CaseResult> {
  const claims = variation?.claims === undefined ? {} : { claims: variation.claims }
  const { report } = await ask(variation === undefined ? [] : [variation], claims)
  const complaints = report.checks.filter(({ verdict }) => !['pass', 'warn', 'observed'].includes(verdict))
  const problems = complaints.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  const found = report.verdict === 'CONFORMANT' ? [] : [`the verdict is ${report.verdict}`]
  return caseResult(variation === undefined ? 'as it is' : 'varied', [...found, ...problems])
}

async function followTutorial(): Promise<CaseResult> {
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(await readFile(new URL('../../TUTORIAL.md', import.meta.url), 'utf8')) ?? []
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands], { cwd, timeout: 120_000 })
  return caseResult('tutorial', /^CONFORMANT /m.test(stdout) ? [] : [stdout])
}

async function find({ breaks, unseen, ...edit }: Defect): Promise<CaseResult> {
  const { report } = await ask([edit], { only: [breaks.toLowerCase()] })
  const found = report.checks.find(
    ({ message, verdict }) => ['fail', 'warn'].includes(verdict) && message.startsWith('expected '),
  )
  if (found !== undefined) {
    const outdated = unseen === undefined ? [] : ['it is found now: what says why not is out of date']
    return caseResult(found.verdict === 'fail' ? 'found' : 'warned of', outdated)
  }
  const seen = report.checks.map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  return caseResult('known to be missed', unseen === undefined ? seen : [])
}

async function ask(edits: readonly Edit[], options: Partial<SuiteOptions>): Promise<SuiteRun> {
  const world = await openWorld(edits)
  try {
    return await runSuite(checks, { options: { ...world.options, ...options } })
  } finally {
    await world.close()
  }
}
