import { createMockService } from '@wfhost/mock-server'
import { createSuiteOptions } from '../../src/engine/check-server.ts'
import { checks, permissions, type RunnableCheck } from '../../src/engine/checks.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import { exitCodeOf, exitCodes } from '../../src/engine/exit-code.ts'
import { runSuite } from '../../src/engine/run-suite.ts'
import type { TargetDescription } from '../../src/target/create-target.ts'
import { checkChanged, checkService } from '../contract-server.ts'
import { contractFixtures, createContractWorld, lateFixtures, lateMs, localSettleMs } from '../contract-world.ts'
import { type AbsentServer, absentServers } from '../mutants/degenerate.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { mutants } from '../mutants/mutants.ts'
import { type CaseResult, caseResult, type SelfTest, type SelfTestCase, sampleSeed } from '../self-test.ts'
import { describeVariants, pairwise, sampled, type Variant } from '../variants/variant.ts'
import { type LoneVariant, loneVariants, variants } from '../variants/variants.ts'
import { serveWireVariant, type WireVariant, wireVariants } from '../variants/wire.ts'
import { openPrism } from './prism.ts'

/** Verifies that a server without a defect passes each check separately, and all checks one after another. */
export const faultless: SelfTest = {
  id: 'faultless',
  statement: 'a server without a defect passes every check',
  concurrency: 4,
  listCases: () => [
    ...checks.map(({ force, id }) => ({
      name: `${id} alone`,
      run: async () => {
        const { report } = await checkService(createMockService(createContractWorld()), { only: [id] })
        const [check] = report.checks
        const wanted = force === 'observe' ? 'observed' : 'pass'
        const problems = check?.verdict === wanted ? [] : [`it is ${check?.verdict ?? 'missing'}: ${check?.message}`]
        return caseResult(force === 'observe' ? 'observed' : 'passed', problems)
      },
    })),
    {
      name: 'all one after another',
      run: async () => {
        const { report } = await checkService(createMockService(createContractWorld()))
        const others = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
        const verdict = report.verdict === 'CONFORMANT' ? [] : [`the verdict is ${report.verdict}`]
        return caseResult('conformant', [...verdict, ...others.map(({ id, message }) => `${id}: ${message}`)])
      },
    },
  ],
}

/** Each mutant, a server with one defect, fails the check that is meant for it, by that check's own criterion. */
export const mutantsKilled: SelfTest = {
  id: 'mutants',
  statement: 'each mutant fails the check meant for it',
  concurrency: 4,
  parts: 2,
  listCases: () => {
    const watch = openPrism()
    return [
      ...mutants.map((mutant) => ({ name: mutant.defect, run: () => kill(mutant, watch) })),
      ...absentServers.map((absent) => ({ name: absent.what, run: () => tellApart(absent) })),
    ]
  },
}

async function kill(
  { claims = {}, fixtures, foundBy, isWarned = false, mutate }: Mutant,
  watch: ReturnType<typeof openPrism>,
): Promise<CaseResult> {
  const id = foundBy.toLowerCase()
  const options = { claims, fixtures: { ...contractFixtures, ...fixtures } }
  const meant = checks.filter((check) => check.id === id)
  const service = mutate(createMockService(createContractWorld()))
  const watched = watch(service.fetch)
  const { report, unreachable } = await checkService({ ...service, fetch: watched.fetch }, options, meant)
  const [check] = report.checks
  // A check also fails without a response in time, but that failure does not show that it found the defect.
  const killed = check?.verdict === (isWarned ? 'warn' : 'fail') && !unreachable && check.message.startsWith('expected ')
  if (killed) return { shows: 'killed', besides: await watched.flagged(), problems: [] }
  return { shows: 'survived', problems: [`${foundBy} is ${check?.verdict ?? 'missing'}: ${check?.message}`] }
}

/** Verifies that a run reports a server that is not the API after a few requests to each service. */
async function tellApart({ replaceService }: AbsentServer): Promise<CaseResult> {
  const run = await checkChanged(replaceService, { timeoutMs: 20 })
  const { changes, report } = run
  const code = exitCodeOf(run)
  return caseResult('reported as absent', [
    ...(code === exitCodes.notReached ? [] : [`the exit code is ${code}`]),
    ...(report.counts.blocked === report.checks.length ? [] : ['not every check is blocked']),
    ...(report.hint?.includes('was not reached: ') ? [] : [`the hint is ${report.hint}`]),
    ...(report.spent.requests <= 6 ? [] : [`${report.spent.requests} requests were sent`]),
    ...changes,
  ])
}

/** The number of combinations in each run. All combinations together contain every pair of variants. */
const combinations = 24

/** A variant is a conforming server that differs from ours in one, several or all respects. It passes every check. */
export const variantsSpared: SelfTest = {
  id: 'variants',
  statement: 'no check fails on a server that conforms but differs from ours',
  // Together they wait, and do not keep each other from being in time.
  concurrency: 10,
  parts: 8,
  listCases: () => {
    const watch = openPrism()
    return [
      ...variants.map((variant) => aloneCase(variant, watch)),
      ...sampled(pairwise(variants), { seed: sampleSeed(), size: combinations }).map(combinedCase),
      ...loneVariants.map(loneCase),
      ...wireVariants.map(wireCase),
    ]
  },
}

function aloneCase(variant: Variant, watch: ReturnType<typeof openPrism>): SelfTestCase {
  return {
    name: variant.variation,
    run: async () => {
      const described = describeVariants([variant])
      const { fetch, flagged } = watch(described.fetch)
      const result = await complaints(
        'alone',
        { ...described, fetch },
        checks.filter((check) => meets(check, variant)),
      )
      return { ...result, besides: await flagged() }
    },
  }
}

/** Whether a check sends requests to a place that the variant changes. The reference server passes all other checks. */
function meets({ needs: { executions, requests, runs } }: RunnableCheck, { assumptions, fixtures, vary }: Variant): boolean {
  if (vary?.places === undefined || fixtures !== undefined || assumptions !== undefined) return true
  return vary.places.some((place) => {
    if (place === 'run') return runs > 0
    return place === 'execute' ? executions > 0 : requests > runs + executions
  })
}

function combinedCase(combined: readonly Variant[]): SelfTestCase {
  return {
    name: combined.map(({ variation }) => variation).join(', and '),
    run: () => complaints('in combination', describeVariants(combined)),
  }
}

function loneCase({ describe, isBusy = false, name, only }: LoneVariant): SelfTestCase {
  const request = checks.filter(({ id }) => only?.includes(id) ?? true)
  const shows = 'elsewhere or slow'
  const run = async () => {
    const { problems } = await complaints(shows, describe(), request)
    return caseResult(
      shows,
      problems.filter((problem) => !(isBusy && / is blocked: expected a server with enough capacity /.test(problem))),
    )
  }
  return { name, run }
}

// One check for each kind of response.
const requestsOverTheWire = [
  ...['run-result', 'run-error', 'run-malformed', 'run-async-unique', 'key-invalid', 'flow-unknown'],
  ...['man-content', 'man-empty', 'man-execute', 'org-auth', 'exe-endpoint', 'limit-429', 'limit-retry-after'],
]

function wireCase(server: WireVariant): SelfTestCase {
  return {
    name: server.name,
    run: async () => {
      const { close, description } = await serveWireVariant(server)
      try {
        return await complaints('over the wire', { ...description, only: requestsOverTheWire })
      } finally {
        await close()
      }
    },
  }
}

/** The checks that declare which behaviour they only warn of. */
const warningIds = new Set(checks.filter(({ warnsOf }) => warnsOf !== undefined).map(({ id }) => id))

/** Whether a check may have a verdict on a conforming server. */
export function isLegal(id: string, verdict: string): boolean {
  return verdict === 'warn' ? warningIds.has(id) : ['pass', 'observed'].includes(verdict)
}

async function complaints(
  shows: string,
  description: TargetDescription & { readonly only?: readonly string[] },
  request: readonly RunnableCheck[] = checks,
): Promise<CaseResult> {
  const { report } = await runSuite(request, {
    options: createSuiteOptions({ settleMs: localSettleMs, ...description, allow: permissions }),
  })
  const problems = report.checks
    .filter(({ id, verdict }) => !isLegal(id, verdict))
    .map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  return { shows: problems.length === 0 ? shows : 'false alarm', problems }
}

const repeats = 20

/** The same server gives the same report, times aside. */
export const determinism: SelfTest = {
  id: 'determinism',
  statement: `${repeats} runs on servers with the same seed give the same report, apart from times`,
  // Few, as a check that is late sends more: it tries again in a longer window.
  concurrency: 5,
  listCases: () => {
    let firstLines: readonly string[] | undefined
    return Array.from({ length: repeats }, (_, index) => ({
      name: `run ${index + 1}`,
      run: async () => {
        const service = createMockService(createContractWorld({ slowMs: lateMs }))
        const { report } = await checkService(service, { fixtures: lateFixtures, timeoutMs: 30_000 })
        const lines = listTimelessLines(report)
        firstLines ??= lines
        return caseResult('equal', describeDifference(firstLines, lines))
      },
    }))
  },
}

/** Lists the lines of a report without the values that depend on the time. */
function listTimelessLines(report: ConformanceReport): readonly string[] {
  const omitTimes = (name: string, value: unknown) => {
    return /^(startedAt|durationMs|date|waited|measurements)$/.test(name) ? undefined : value
  }
  return JSON.stringify(report, omitTimes, 1).split('\n')
}

/** Describes the first line in which two reports differ. Empty for equal reports. */
function describeDifference(first: readonly string[], lines: readonly string[]): readonly string[] {
  const length = Math.max(first.length, lines.length)
  const place = Array.from({ length }, (_, index) => index).find((index) => first[index] !== lines[index])
  if (place === undefined) return []

  const check = lines.slice(0, place).findLast((line) => /^ {2}"id":|^ {3}"id":/.test(line)) ?? 'no check'
  return [`line ${place} differs, after ${check.trim()}: expected ${first[place]?.trim()}, found ${lines[place]?.trim()}`]
}
