import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import { createPaint, drawBox, type Paint as TextPaint, toAsciiMarks } from '@wfhost/internal/terminal-text'
import type { CheckResult, CheckVerdict, ConformanceReport, RecordedExchange, Verdict } from '../engine/conformance-report.ts'
import { type CauseView, describeOutcome, listCauses, rerunCommand } from './cause-view.ts'
import {
  counted,
  countsLine,
  describeFailure,
  describeHookCalls,
  describeKnownFailure,
  describeSource,
  notVerifiableLines,
  spentLine,
  testedLine,
  verdictLabels,
  verdictStyles,
  waitedLines,
} from './report-text.ts'

export interface TerminalOptions {
  readonly colour?: boolean | undefined
  /** Whether marks and boxes are ASCII. @default false */
  readonly ascii?: boolean | undefined
  /** The width of the terminal, for the box around the result. @default the result has lines without a box */
  readonly columns?: number | undefined
  /** The file to open for the details. @default there is none */
  readonly page?: string | undefined
  readonly exitCode?: number | undefined
}

/** The verdict on an area, for people. */
const areaLabels = {
  CONFORMANT: '✓ conforms',
  KEPT: '✓ kept',
  'NON-CONFORMANT': '✕ differs',
  BROKEN: '✕ broken',
  INCOMPLETE: '! incomplete',
  PARTIAL: '✓ in part',
} as const satisfies Record<Verdict, string>

const marks = { fail: '✕', error: '!', warn: '!', blocked: '–' } as const satisfies Record<CauseView['verdict'], string>

/** Formats a report for a terminal: the areas, the causes that need action, and the result last. */
export function formatTerminal(report: ConformanceReport, options: TerminalOptions = {}): string {
  const paint = createPaint(codes, options.colour ?? false)
  const toMark = options.ascii === true ? toAsciiMarks : (text: string) => text
  const causes = listCauses(report)

  const sections = [
    headText(report, paint),
    areasText(report, { paint, toMark }),
    ...causes.map((cause) => causeText(report, cause, paint)),
    notVerifiableText(report, paint),
    adviceText(report, paint),
    circumstancesText(report, paint),
    resultText(report, { ...options, paint, toMark }),
  ]
  return toMark(`${sections.filter((section) => section !== '').join('\n\n')}\n`)
}

function headText({ checks, target, tool }: ConformanceReport, paint: Paint): string {
  const address = paint('address', toPrintableLine(target.baseUrl))
  return `${paint('bold', 'wfhost')}${paint('faint', '/conformance')} ${toPrintableLine(tool.version)}  ${address}  ${counted(checks.length, 'check')}`
}

interface Style {
  readonly paint: Paint
  /** Replaces the marks in a text by those that the terminal can show. */
  readonly toMark: (text: string) => string
}

/** Shows a table of the areas: the verdict on each, and the number of its checks by result. */
function areasText({ areas, checks }: ConformanceReport, { paint, toMark }: Style): string {
  const columns = ['pass', 'fail', 'warn', 'blocked'] as const satisfies readonly CheckVerdict[]
  const titles = columns.map((verdict) => verdictLabels[verdict].padStart(8)).join('')
  const rows = areas.map(({ claimed, name, verdict }) => {
    const label = toMark(claimed ? areaLabels[verdict] : '– not claimed')
    const style = claimed ? verdictStyles[verdict] : 'faint'
    const cells = columns.map((column) => {
      const count = checks.filter((check) => check.area === name && check.verdict === column).length
      return count === 0 ? paint('faint', '·'.padStart(8)) : paint(column, String(count).padStart(8))
    })
    return `${name.padEnd(14)} ${paint(style, label.padEnd(14))}${cells.join('')}`
  })
  return [paint('faint', `${'area'.padEnd(14)} ${'verdict'.padEnd(14)}${titles}`), ...rows].join('\n')
}

/** The most checks of a cause that are listed with their messages. */
const MOST_CHECKS = 8

/** Shows a cause: its title, the remedy, a request that shows the problem, and the affected checks. */
function causeText(report: ConformanceReport, cause: CauseView, paint: Paint): string {
  const { counts, number, remedy, title, verdict } = cause
  const mark = paint(verdict, marks[verdict])
  const numberedTitle = paint('bold', `${number}  ${toPrintableLine(title)}`)

  const lines = [
    `${mark} ${numberedTitle}  ${paint('faint', counts)}`,
    formatLabelled('do', toPrintableLine(remedy), paint),
    ...(verdict === 'blocked' ? blockedCauseLines(cause, paint) : failedCauseLines(report, cause, paint)),
  ]
  return lines.join('\n')
}

/** Shows what keeps checks from running. Their messages are equal, so their ids are enough. */
function blockedCauseLines({ affected, exchange }: CauseView, paint: Paint): string[] {
  const evidence = exchange === undefined ? [] : exchangeLines(exchange, paint)
  return [...evidence, formatLabelled('checks', joinIds(affected), paint)]
}

/** Shows the requirement, the exchange and the checks of a cause, and how to run the checks and the request again. */
function failedCauseLines(report: ConformanceReport, { affected, exchange }: CauseView, paint: Paint): string[] {
  const [firstCheck] = affected
  const document = formatLabelled('document', shortenLine(toPrintableLine(describeSource(firstCheck))), paint)
  const again = formatLabelled('again', toPrintableLine(rerunCommand(report, affected)), paint)
  if (exchange === undefined) return [document, ...checkLines(affected, paint), again]

  // The command is complete and on one line, so that it can be copied.
  const byHand = formatLabelled('by hand', toPrintable(exchange.curl), paint)
  return [document, ...exchangeLines(exchange, paint), ...checkLines(affected, paint), again, byHand]
}

function formatLabelled(label: string, text: string, paint: Paint): string {
  return `     ${paint('faint', label.padEnd(9))}${text}`
}

function exchangeLines({ method, requestBody = '', responseBody, status, url }: RecordedExchange, paint: Paint): string[] {
  const sent = shortenLine(toPrintableLine(`${method} ${url} ${requestBody}`))
  const received = shortenLine(toPrintableLine(`${status} ${responseBody}`))
  return [formatLabelled('sent', sent, paint), formatLabelled('received', received, paint)]
}

/** Lists the checks of a cause, each with its requirement and its message. */
function checkLines(checks: readonly CheckResult[], paint: Paint): string[] {
  const lines = checks.slice(0, MOST_CHECKS).flatMap((check, index) => {
    const label = index === 0 ? 'checks' : ''
    const { id, requirement, verdict } = check
    const message = shortenLine(toPrintableLine(describeFailure(check)))
    const line = `${paint(verdict, verdictLabels[verdict])} ${toPrintableLine(id)} (${requirement}): ${message}`
    const details = [describeKnownFailure(check), describeHookCalls(check)].filter((text) => text !== undefined)
    return [
      formatLabelled(label, line, paint),
      ...details.map((text) => formatLabelled('', shortenLine(toPrintableLine(text)), paint)),
    ]
  })

  const omitted = checks.length - MOST_CHECKS
  return omitted > 0 ? [...lines, formatLabelled('', `and ${omitted} more: ${joinIds(checks.slice(MOST_CHECKS))}`, paint)] : lines
}

/** The most ids of checks on one line. */
const MOST_IDS = 12

function joinIds(checks: readonly CheckResult[]): string {
  const ids = checks.map(({ id }) => toPrintableLine(id))
  const omitted = ids.length - MOST_IDS
  // A note about a single id would be longer than the id.
  return omitted > 1 ? `${ids.slice(0, MOST_IDS).join(', ')} and ${omitted} more` : ids.join(', ')
}

function notVerifiableText(report: ConformanceReport, paint: Paint): string {
  return notVerifiableLines(report)
    .map((line) => `${paint('faint', 'not verifiable')} ${toPrintableLine(line)}`)
    .join('\n')
}

/**
 * Lists the advice of checks that are part of no cause, with one line for each advice. The remedy of a cause contains the
 * advice of its checks.
 */
function adviceText({ causes, checks }: ConformanceReport, paint: Paint): string {
  const ofCauses = new Set(causes.flatMap((cause) => cause.checks))
  const advised = checks.filter(({ advice, id }) => advice !== undefined && !ofCauses.has(id))
  const texts = [...new Set(advised.map(({ advice = '' }) => advice))]

  const lines = texts.map((text) => {
    const ids = joinIds(advised.filter(({ advice }) => advice === text))
    return `${paint('faint', 'advice')} ${ids}: ${toPrintableLine(text)}`
  })
  return lines.join('\n')
}

/** Shows a hint, the tested requirements, and the waits of the run. */
function circumstancesText(report: ConformanceReport, paint: Paint): string {
  const { hint } = report
  const lines: string[] = []
  if (hint !== undefined && !isStatedByCause(hint, report)) lines.push(`${paint('warn', 'hint')} ${toPrintableLine(hint)}`)

  lines.push(testedLine(report))
  lines.push(...waitedLines(report).map((line) => paint('faint', `waited ${line}`)))
  return lines.join('\n')
}

/** Returns whether the title of a cause says the same as the hint. */
function isStatedByCause(hint: string, { causes }: ConformanceReport): boolean {
  return causes.some(({ title }) => hint.toLowerCase().includes(title.toLowerCase()))
}

type ResultOptions = TerminalOptions & Style

/**
 * Shows the result of the run, with the counts and the next command: in a box on a terminal, whose width is known, and as lines
 * in a log.
 */
function resultText(report: ConformanceReport, options: ResultOptions): string {
  const { columns } = options
  return columns === undefined ? resultLines(report, options) : resultBox(report, { ...options, columns })
}

/** Shows the result as lines of a log. The reader of a log looks at its last line first, so the verdict is there. */
function resultLines(report: ConformanceReport, options: ResultOptions): string {
  const { target, verdict } = report
  const verdictLine = `${options.paint(verdictStyles[verdict], verdict)} ${toPrintableLine(target.name)}`
  return [countsLine(report), factsLine(report, options), ...pageLines(options), verdictLine].join('\n')
}

function resultBox(report: ConformanceReport, options: ResultOptions & { readonly columns: number }): string {
  const { colour, columns, page, paint, toMark } = options
  const { verdict } = report
  const style = verdictStyles[verdict]

  const verdictTag = colour === true ? paint('inverse', paint(style, ` ${verdict} `)) : verdict
  const title = `${verdictTag}  ${toPrintableLine(describeOutcome(report))}`
  const counts = toPrintableLine(countsLine(report))
  const nextStep = `${paint('faint', 'Next')}    ${describeNextStep(report, page)}`

  const lines = [title, counts, factsLine(report, options), '', ...pageLines(options), nextStep]
  return drawBox(lines.map(toMark), { columns, paint: (text) => paint(style, text) })
}

function factsLine(report: ConformanceReport, { exitCode }: ResultOptions): string {
  const facts = `${spentLine(report)}, in ${(report.durationMs / 1000).toFixed(1)} s`
  return exitCode === undefined || exitCode === 0 ? facts : `${facts}, exit code ${exitCode}`
}

function pageLines({ page, paint }: ResultOptions): readonly string[] {
  return page === undefined ? [] : [`${paint('faint', 'Report')}  ${paint('address', page)}`]
}

/** Returns one command: it repeats the checks of the first cause, or writes the reports of a run without one. */
function describeNextStep(report: ConformanceReport, page: string | undefined): string {
  const [first] = listCauses(report)
  if (first !== undefined) return toPrintableLine(rerunCommand(report, first.affected))

  const again = toPrintableLine(rerunCommand(report, []))
  return page === undefined ? `${again} --output reports` : again
}

/** The most characters of a line with a text of the server. */
const LONGEST_LINE = 200

function shortenLine(line: string): string {
  const omitted = line.length - LONGEST_LINE
  return omitted > 0 ? `${line.slice(0, LONGEST_LINE)}… and ${omitted} characters more, in report.json` : line
}

/** The most characters of a message in the line about a finished check. */
const LONGEST_MESSAGE = 120

/** Formats one line for a check that has just finished. The end of the run shows its cause completely. */
export function formatProgress(check: CheckResult, options: Pick<TerminalOptions, 'ascii' | 'colour'> = {}): string {
  const { baseline, durationMs, id, verdict } = check
  const { ascii = false, colour = false } = options
  const paint = createPaint(codes, colour)

  const label = verdictLabels[verdict].padEnd(14)
  const parts = [paint(verdict, label), toPrintableLine(id), paint('faint', `${durationMs} ms`)]
  if (baseline !== undefined) parts.push('(known)')

  const message = toPrintableLine(describeFailure(check))
  const omitted = message.length - LONGEST_MESSAGE
  if (omitted > 0) parts.push(`${message.slice(0, LONGEST_MESSAGE)}… and ${omitted} characters more, in report.json`)
  else if (message !== '') parts.push(message)

  const line = parts.join(' ')
  return ascii ? toAsciiMarks(line) : line
}

/** Adds the colour of a verdict, bold or faint to a text. */
export type Paint = TextPaint<keyof typeof codes>

// These are the basic colours of terminals. Users choose them, so they are legible on light and dark backgrounds.
const codes = {
  ...{ fail: 31, error: 35, warn: 33, blocked: 33, observed: 36, 'not-applicable': 2, pass: 32 },
  ...{ bold: 1, faint: 2, inverse: 7, address: 36 },
}
