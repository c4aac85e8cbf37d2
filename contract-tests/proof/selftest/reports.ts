import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { validateXML } from 'xmllint-wasm'
import { checks } from '../../src/engine/checks.ts'
import type { CheckVerdict, ConformanceReport } from '../../src/engine/conformance-report.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'
import schema from '../../src/reports/report.schema.json' with { type: 'json' }
import { formatAll, type reportFormats } from '../../src/reports/report-formats.ts'
import { verdictLabels, verdicts } from '../../src/reports/report-text.ts'
import { checkChanged } from '../contract-server.ts'
import { absentServers } from '../mutants/degenerate.ts'
import type { Change } from '../mutants/mutant.ts'
import { mutants } from '../mutants/mutants.ts'
import { caseResult, type SelfTest, type SelfTestCase } from '../self-test.ts'

/** Verifies that the reports of different runs match the schemas of their formats, and that all reports of a run agree. */
export const reports: SelfTest = {
  id: 'reports',
  statement: 'every report is valid, and all reports of one run show the same counts',
  concurrency: 4,
  parts: 3,
  listCases: async () => {
    const validators = await loadValidators()
    return runs().map((run) => ({ name: run.name, run: () => tryRun(run, validators) }))
  },
}

interface Run extends Pick<SelfTestCase, 'name'> {
  readonly service?: Change | undefined
  readonly options?: Partial<ServerDescription>
}

function runs(): Run[] {
  const failing = mutants.find(({ foundBy }) => foundBy === 'RUN-ERROR')
  const entry = { check: 'run-error', reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }
  const odd = '</script> ]]> | `x` "quoted" \u001b[31m \u202e \u0000 😀'
  return [
    { name: 'a run on a server without a defect' },
    { name: 'a run that may do nothing', options: { allow: [] } },
    { name: 'a run on a target that declares nothing', options: { fixtures: {}, hooks: {} } },
    { name: 'a run of one area', options: { areas: ['keys'] } },
    {
      name: 'a run whose budget is used up',
      options: { maxRuns: 3, maxExecutions: 1 },
    },
    ...absentServers
      .slice(0, 3)
      .map(({ replaceService, what }) => ({ name: `a run on ${what}`, service: replaceService, options: { timeoutMs: 20 } })),
    {
      name: 'a run whose claims are not kept',
      options: { claims: { failedRunStatus: 422, runIdField: '/x', defaultMode: 'async' } },
    },
    { name: 'a run with a known failure', service: failing?.mutate, options: { baseline: [entry] } },
    { name: 'a run on a server with an odd name', options: { name: odd } },
    {
      name: 'a run on a server that says odd things',
      service: (service) => ({ ...service, fetch: async () => new Response(odd) }),
    },
    { name: 'a run whose hooks fail', options: { hooks: { creditBalance: () => Promise.reject(new Error(odd)) } } },
    ...mutants
      .filter((_, index) => index % 60 === 0)
      .map(({ mutate, defect, foundBy }) => ({
        name: `a run on a server with a defect: ${defect}`,
        service: mutate,
        // Each of these runs covers only the area of its defect. The runs above cover all areas.
        options: { areas: checks.filter(({ id }) => id === foundBy.toLowerCase()).map(({ area }) => area) },
      })),
  ]
}

async function tryRun(
  { options, service = (same) => same }: Run,
  validators: Awaited<ReturnType<typeof loadValidators>>,
): ReturnType<SelfTestCase['run']> {
  const { report } = await checkChanged(service, options)
  const texts = formatAll(report)
  const invalid = await Promise.all(
    (['json', 'junit'] as const).map(async (name) => {
      const problems = await validators[name](texts[name])
      return problems.map((problem) => `${name} is not valid: ${problem}`)
    }),
  )
  return caseResult('valid and equal in all formats', [...invalid.flat(), ...findDisagreements(report, texts)])
}

type Texts = Readonly<Record<keyof typeof reportFormats, string>>

/** Lists the reports of a run whose text has other counts than the run. */
export function findDisagreements({ checks, counts, verdict }: ConformanceReport, texts: Texts): string[] {
  const open = checks.filter(({ force, verdict: own }) => own === 'blocked' && force !== 'observe').length
  const skipped = counts.blocked - open + counts.observed + counts['not-applicable']
  const suites = `tests="${checks.length}" failures="${counts.fail}" errors="${counts.error + open}" skipped="${skipped}"`
  const counted = Object.entries(countsIn(texts))
  return [
    ...counted.filter(([, own]) => !isDeepStrictEqual(own, counts)).map(([name, own]) => `${name} counts ${JSON.stringify(own)}`),
    ...(texts.junit.includes(suites) ? [] : [`junit does not say ${suites}`]),
    ...Object.entries(texts)
      .filter(([, text]) => !new RegExp(`(?<!NON-)${verdict}`, 'i').test(text))
      .map(([name]) => `${name} does not say ${verdict}`),
  ]
}

/** Reads from each report how many checks had each verdict. */
function countsIn(texts: Texts): Record<string, Record<string, number>> {
  const [, row] = texts.markdown.match(/^\| (\d+ .*\d+) \|$/m) ?? []
  const cells = row?.split(' | ').map(Number) ?? []
  return {
    json: JSON.parse(texts.json).counts,
    html: countBy([...texts.html.matchAll(/<tr data-verdict="([^"]+)"/g)].map(([, found]) => found ?? '')),
    markdown: Object.fromEntries(verdicts.map((name, index) => [name, cells[index] ?? -1])),
    terminal: countsOfLine(texts.terminal.split('\n').find((line) => /^\d+ failed, /.test(line)) ?? ''),
    'github-annotations': countsOfLine(texts['github-annotations'].split('\n')[0]?.split('::')[2] ?? ''),
  }
}

function countsOfLine(line: string): Record<string, number> {
  const count = (name: CheckVerdict) => Number(line.match(new RegExp(`(\\d+) ${verdictLabels[name]}\\b`))?.[1])
  return Object.fromEntries(verdicts.map((name) => [name, count(name)]))
}

function countBy(found: readonly string[]): Record<string, number> {
  return Object.fromEntries(verdicts.map((verdict) => [verdict, found.filter((name) => name === verdict).length]))
}

/** Validates the text of a report with the schema of its format, and returns the problems. */
type Validator = (text: string) => Promise<readonly string[]>

/** Compiles the schemas of the formats that have one. */
export async function loadValidators(): Promise<Readonly<Record<'json' | 'junit', Validator>>> {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  const junitSchema = await readFile(new URL('junit.xsd', import.meta.url), 'utf8')
  return {
    json: async (text) => {
      validate(JSON.parse(text))
      return (validate.errors ?? []).map((error) => JSON.stringify(error))
    },
    junit: async (xml) => (await validateXML({ xml, schema: junitSchema })).errors.map(({ message }) => message),
  }
}
