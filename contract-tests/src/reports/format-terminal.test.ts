import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatProgress, formatTerminal } from './format-terminal.ts'

const text = formatTerminal(createSampleReport())

test('a cause has its finding, its remedy, the request and the response, and a command to repeat them', () => {
  const cause = text.slice(text.indexOf('Status 200 instead of 400'), text.indexOf('by hand'))
  expect(cause).toContain('do       The document requires: a malformed body is refused with 400.\n')
  expect(cause).toContain('document RUN-MALFORMED, section 7 (documented): The service refuses a malformed body with 400.\n')
  expect(cause).toMatch(/sent {5}POST https:\/\/api\.example\.com.* \{"args":\n/)
  expect(cause).toMatch(/received 200 \{"status":"success"/)
  expect(cause).toContain('checks   failed run-malformed (RUN-MALFORMED): expected a refusal with 400, found 200\n')
  expect(cause).toContain('again    wfhost-conformance run -c staging.yaml --only run-malformed\n')
  expect(text).toContain(`by hand  ${createSampleReport().checks[1]?.exchanges[1]?.curl}\n`)
})

test('the areas come first, and the counts, the tested requirements and the verdict last', () => {
  expect(text).toMatch(/^wfhost\/conformance 0\.1\.0 {2}https:\/\/api\.example\.com {2}9 checks\n\narea /)
  expect(text).toMatch(/run-sync {7}✕ differs {12}1 {7}3 {7}· {7}·/)
  expect(text).toMatch(/execute {8}– not claimed/)
  expect(text).toContain('3 failed, 1 error, 1 warning, 1 blocked, 1 observed, 1 not applicable, 1 passed')
  expect(text).toContain('66 documented requirements: 5 tested, 59 not tested, 1 not testable from outside; 12 questions')
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^NON-CONFORMANT staging .*$/)
})

test('a box around the result has the report, the exit code and the width of the terminal', () => {
  const boxed = formatTerminal(createCleanReport(), { columns: 90, page: 'reports/report.html', exitCode: 1 })
  const box = boxed.slice(boxed.indexOf('╭')).trimEnd().split('\n')
  expect(new Set(box.map((line) => line.length))).toEqual(new Set([90]))
  expect(box.join('\n')).toContain('CONFORMANT  staging conforms to its area')
  expect(box.join('\n')).toContain('exit code 1')
  expect(box.join('\n')).toContain('Report  reports/report.html')
  expect(box.join('\n')).toMatch(/│ Next {4}wfhost-conformance run .*│/)
})

test('with colours, the verdict is a filled tag, and the box keeps its width', () => {
  const coloured = formatTerminal(createSampleReport(), { colour: true, columns: 90, page: 'reports/report.html' })
  expect(coloured).toContain('\u001b[7m\u001b[31m NON-CONFORMANT \u001b[0m')
  expect(coloured).toContain('\u001b[36mreports/report.html\u001b[0m')
  const box = coloured.slice(coloured.lastIndexOf('╭')).trimEnd().split('\n').map(stripVTControlCharacters)
  expect(new Set(box.map((line) => line.length))).toEqual(new Set([90]))
})

test('the next step is to repeat the checks of the first cause, or to write the reports', () => {
  const failed = formatTerminal(createSampleReport(), { columns: 300 })
  expect(failed).toContain('│ Next    wfhost-conformance run -c staging.yaml --only run-malformed ')
  expect(formatTerminal(createCleanReport(), { columns: 90 })).toMatch(/│ Next {4}wfhost-conformance run .*--output reports +│/)
})

test('marks and boxes can be ASCII, in columns of the same width', () => {
  const ascii = formatTerminal(createCleanReport(), { ascii: true, columns: 90 })
  const [head = '', row = ''] = ascii.split('\n').slice(2, 4)
  expect(row).toMatch(/^run-sync +ok conforms +1 +\. +\. +\.$/)
  expect(row).toHaveLength(head.length)
  expect(ascii).toMatch(/^\+-{88}\+\n\| CONFORMANT /m)
})

test('shows each wait on a line of its own, the longest one first', () => {
  const waited = Array.from({ length: 6 }, (_, index) => ({
    reason: `effect ${index} of a request to show`,
    durationMs: index * 1000,
    checks: ['exe-credit', 'exe-credit.parallel', 'exe-credit-failed'],
  }))
  const waits = formatTerminal({ ...createCleanReport(), waited })
    .split('\n')
    .filter((line) => line.startsWith('waited'))

  expect(waits).toHaveLength(6)
  expect(waits.at(0)).toBe('waited 5.0 s for effect 5 of a request to show (3 checks)')
  expect(waits.at(-1)).toBe('waited 0.0 s for effect 0 of a request to show (3 checks)')
})

test('shows the owner and the end of a known failure', () => {
  expect(text).toMatch(/known until 2027-01-31: known since May [\s\S]*\(team <runs>\)/)
})

test('shows the hook calls of a failure and their time', () => {
  expect(text).toMatch(/creditBalance before the first request: 100 /)
})

test('cuts long text, and states the omitted length', () => {
  expect(text).toMatch(/… and \d+ characters more, in report\.json/)
  expect(text.length).toBeLessThan(15_000)
})

test('replaces control characters that a server sent', () => {
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  const coloured = formatTerminal(createSampleReport(), { colour: true })
  expect(coloured).toContain('\u001b[31mNON-CONFORMANT\u001b[0m')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what colour consists of
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text)
})

test('a report without failures has no cause', () => {
  const clean = formatTerminal(createCleanReport())
  expect(clean).toMatch(/^wfhost\/conformance[\s\S]*\nCONFORMANT staging\n$/)
  expect(clean).not.toContain('again')
})

test('writes each check on one line, even if its message has control characters', () => {
  const lines = createSampleReport().checks.map((check) => formatProgress(check))
  expect(lines).toHaveLength(9)
  for (const line of lines) {
    expect(line).not.toMatch(/\p{Cc}/u)
    expect(line.length).toBeLessThan(220)
  }
  expect(lines[0]).toBe('passed         run-endpoint 31 ms')
  expect(lines[1]).toBe('failed         run-malformed 31 ms expected a refusal with 400, found 200')
  expect(lines[2]).toContain('run-auth 31 ms (known) expected')
})

test('writes colour only with the option colour', () => {
  const [check] = createSampleReport().checks
  expect(check && formatProgress(check, { colour: true })).toContain('\u001b[32mpassed')
})

test('cuts long text, and states the omitted length and the file with the whole text', () => {
  const [, , check] = createSampleReport().checks
  expect(check && formatProgress(check)).toMatch(/… and \d+ characters more, in report\.json$/)
})
