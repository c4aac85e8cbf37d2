import { isDeepStrictEqual } from 'node:util'
import type { CheckVerdict, ConformanceReport } from '../../../src/engine/conformance-report.ts'
import type { reportFormats } from '../../../src/reports/report-formats.ts'
import { verdictLabels, verdicts } from '../../../src/reports/verdicts.ts'

type Texts = Readonly<Record<keyof typeof reportFormats, string>>

/** Which reports of one run do not count what the run itself does, read out of their texts. */
export function findDisagreements({ checks, counts, verdict }: ConformanceReport, texts: Texts): string[] {
  const skipped = counts.blocked + counts.observed + counts['not-applicable']
  const suites = `tests="${checks.length}" failures="${counts.fail}" errors="${counts.error}" skipped="${skipped}"`
  const counted = Object.entries(countsIn(texts))
  return [
    ...counted.filter(([, own]) => !isDeepStrictEqual(own, counts)).map(([name, own]) => `${name} counts ${JSON.stringify(own)}`),
    ...(texts.junit.includes(suites) ? [] : [`junit does not say ${suites}`]),
    ...Object.entries(texts)
      .filter(([, text]) => !new RegExp(`(?<!NON-)${verdict}`, 'i').test(text))
      .map(([name]) => `${name} does not say ${verdict}`),
  ]
}

/** What each report says became of the checks. */
function countsIn(texts: Texts): Record<string, Record<string, number>> {
  const sarif: readonly { readonly properties: { readonly verdict: string } }[] = JSON.parse(texts.sarif).runs[0].results
  const ctrf: readonly { readonly rawStatus: string }[] = JSON.parse(texts.ctrf).results.tests
  const [, row] = texts.markdown.match(/^\| (\d+ .*\d+) \|$/m) ?? []
  const cells = row?.split(' | ').map(Number) ?? []
  return {
    json: JSON.parse(texts.json).counts,
    html: countBy([...texts.html.matchAll(/<tr data-verdict="([^"]+)"/g)].map(([, found]) => found ?? '')),
    sarif: countBy(sarif.map(({ properties }) => properties.verdict)),
    ctrf: countBy(ctrf.map(({ rawStatus }) => rawStatus)),
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
