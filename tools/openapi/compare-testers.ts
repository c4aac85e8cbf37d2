// Compares the conformance suite and Prism with tools that send the examples of a document. Usage:
//   npm run selftest:testers [-- --only ID,ID] [-- --write]
// Each tool judges each server. That takes eleven minutes of a processor.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serveWorld } from '../../contract-tests/proof/contract-server.ts'
import { contractFixtures } from '../../contract-tests/proof/contract-world.ts'
import { byTool, formatComparison, idOfTool } from '../../contract-tests/proof/figures.ts'
import { mutants } from '../../contract-tests/proof/mutants/mutants.ts'
import { runSelfTests } from '../../contract-tests/proof/run-self-tests.ts'
import type { CaseResult, SelfTest } from '../../contract-tests/proof/self-test.ts'
import { mutantsKilled, variantsSpared } from '../../contract-tests/proof/selftest/verdicts.ts'
import { foreignDefects, foreignWorld, plainDefectsFound } from '../../contract-tests/proof/selftest/worlds.ts'
import { describeVariants } from '../../contract-tests/proof/variants/variant.ts'
import { variants } from '../../contract-tests/proof/variants/variants.ts'
import { defects } from '../../contract-tests/proof/worlds/defects/defects.ts'
import { plainDefects } from '../../contract-tests/proof/worlds/defects/plain.ts'
import { type Edit, openPlainWorld, openWorld } from '../../contract-tests/proof/worlds/open-world.ts'
import { variations } from '../../contract-tests/proof/worlds/variations.ts'
import { dredd, type ExampleTester, portman, prepareTester } from './example-testers.ts'
import type { Part } from './tool.ts'
import type { World } from './world-examples.ts'

interface Served {
  readonly world: World
  readonly close: () => Promise<void>
}

/** Servers of one world: one without a defect, and the others, which the suite judges in a self-test. */
interface Group {
  readonly suite: SelfTest
  readonly world: keyof typeof worlds
  readonly servers: readonly { readonly name: string; readonly open: () => Promise<Served> }[]
}

const worlds = { reference: () => serve(), plain: () => openPlain([]), fastify: () => openFastify([]) }

const groups: readonly Group[] = [
  {
    suite: mutantsKilled,
    world: 'reference',
    servers: mutants.map(({ defect, fixtures, mutate }) => ({ name: defect, open: () => serve(mutate, fixtures) })),
  },
  {
    suite: plainDefectsFound,
    world: 'plain',
    servers: plainDefects.map((edit) => ({ name: edit.defect, open: () => openPlain([edit]) })),
  },
  {
    suite: foreignDefects,
    world: 'fastify',
    servers: defects.map((edit) => ({ name: edit.defect, open: () => openFastify([edit]) })),
  },
  {
    // The other tools only get the first ones.
    suite: { ...variantsSpared, listCases: async () => (await variantsSpared.listCases()).slice(0, variants.length) },
    world: 'reference',
    servers: variants.map((variant) => ({
      name: variant.variation,
      open: () =>
        serve((service) => ({ ...service, fetch: describeVariants([variant]).fetch ?? service.fetch }), variant.fixtures),
    })),
  },
  {
    suite: foreignWorld,
    world: 'fastify',
    servers: variations.map((edit) => ({ name: edit.variation, open: () => openFastify([edit]) })),
  },
]

async function serve(mutate?: Parameters<typeof serveWorld>[0], fixtures: object = {}): Promise<Served> {
  const { close, url } = await serveWorld(mutate)
  return { world: { baseUrl: url, fixtures: { ...contractFixtures, ...fixtures } }, close }
}

async function openPlain(edits: readonly Edit[]): Promise<Served> {
  const { close, description } = await openPlainWorld(edits)
  return { world: { ...description, fixtures: { ...contractFixtures, ...description.fixtures } }, close }
}

async function openFastify(edits: readonly Edit[]): Promise<Served> {
  const { close, options } = await openWorld(edits)
  const { baseUrl, fixtures, ...description } = options.description
  return { world: { ...description, baseUrl, fixtures: { ...contractFixtures, ...fixtures } }, close }
}

function judgeEach({ servers, suite, world }: Group, tester: ExampleTester): SelfTest {
  return {
    id: idOfTool(tester.name, suite.id),
    statement: `what ${tester.name} reports of servers with the examples of one without a defect`,
    atOnce: 2,
    parts: Math.ceil(servers.length / 80),
    listCases: async () => {
      const prepared: Part = JSON.parse(await readFile(preparedFile(world, tester), 'utf8'))
      return [
        { name: 'the server without a defect', run: () => judge(worlds[world], { prepared, tester, isCorrect: true }) },
        ...servers.map(({ name, open }) => ({ name, run: () => judge(open, { prepared, tester, isCorrect: false }) })),
      ]
    },
  }
}

const patienceMs = 60_000

interface Judging {
  readonly prepared: Part
  readonly tester: ExampleTester
  readonly isCorrect: boolean
}

async function judge(open: () => Promise<Served>, { isCorrect, prepared, tester }: Judging): Promise<CaseResult> {
  const { close, world } = await open()
  try {
    // Dredd waits without a limit.
    const late = setTimeout(patienceMs, { passed: 0, failed: 1 }, { ref: false })
    const { failed, passed } = await Promise.race([tester.judge(prepared, world), late])
    const isVoid = failed + passed === 0 || (isCorrect && failed > 0)
    const problems = isVoid ? [`${passed} passed, ${failed} failed`] : []
    return { shows: isCorrect ? 'passes' : failed > 0 ? byTool.reported : byTool.others, problems }
  } finally {
    await close()
  }
}

// The processes of the parts inherit this variable.
const folder = process.env['WFHOST_TESTERS'] ?? (await mkdtemp(join(tmpdir(), 'wfhost-')))
process.env['WFHOST_TESTERS'] = folder

function preparedFile(world: string, { name }: ExampleTester): string {
  return join(folder, `${world} ${name}.json`)
}

async function prepareAll(): Promise<void> {
  await Promise.all(
    Object.entries(worlds).map(async ([name, open]) => {
      const { close, world } = await open()
      for (const tester of testers)
        await writeFile(preparedFile(name, tester), JSON.stringify(await prepareTester(tester, world)))
      await close()
    }),
  )
}

const testers = [dredd, portman]

if (process.send === undefined) await prepareAll()
await runSelfTests({
  name: 'npm run selftest:testers',
  file: fileURLToPath(import.meta.url),
  selfTests: [
    ...groups.map(({ suite }) => suite),
    ...groups.flatMap((group) => testers.map((tester) => judgeEach(group, tester))),
  ],
  mark: 'testers',
  format: (outcomes) => `${formatComparison(outcomes)}\n`,
})
if (process.send === undefined) await rm(folder, { recursive: true })
