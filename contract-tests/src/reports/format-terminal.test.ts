import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatProgress, formatTerminal } from './format-terminal.ts'

const text = formatTerminal(createSampleReport())

test('a failure says what was sent, what came, what was expected and why, and how to see it again', () => {
  const failure = text.slice(text.indexOf('failed run-malformed'), text.indexOf('failed run-auth'))
  expect(failure).toContain('should    a malformed body is refused with 400\n')
  expect(failure).toContain('document  RUN-MALFORMED, section 7 (documented): A malformed body is refused with 400.\n')
  expect(failure).toContain('problem   expected a refusal with 400, found 200')
  expect(failure).toMatch(/sent {6}POST https:\/\/api\.example\.com[\s\S]*authorization: Bearer \$WORKFLOW_KEY[\s\S]*\{"args":\n/)
  expect(failure).toMatch(/received {2}200 after 12 ms[\s\S]*"status":"success"/)
  expect(failure).toContain(`repeat    ${createSampleReport().checks[1]?.exchanges[1]?.curl}\n`)
  expect(failure).toContain('replay    wfhost-conformance replay run-malformed')
})

test('the verdict of each area, the counts and the denominator come last', () => {
  expect(text).toMatch(/run-sync {7}NON-CONFORMANT {8}1 {8}3 {8}0 {8}0/)
  expect(text).toMatch(/execute {8}not claimed/)
  expect(text).toContain('3 failed, 1 error, 1 warning, 1 blocked, 1 observed, 1 not applicable, 1 passed')
  expect(text).toContain('66 documented requirements: 5 tested, 59 not tested, 1 not testable from outside; 12 questions')
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^NON-CONFORMANT staging .*$/)
})

test('a failure that the baseline knows says so, with its owner and its end', () => {
  expect(text).toMatch(/baseline {2}known until 2027-01-31: known since May [\s\S]*\(team <runs>\)/)
})

test('a failure shows what hooks were asked, and when', () => {
  expect(text).toMatch(
    /hooks {5}creditBalance before the first request: 100 [\s\S]*limitRate \(1 requests in 1000 ms\) after request 3\n/,
  )
})

test('what is long is cut, and says how much is left', () => {
  expect(text).toMatch(/… and \d+ characters more, in report\.json/)
  expect(text.length).toBeLessThan(15_000)
})

test('nothing that a server sends reaches the terminal as a control character', () => {
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  const coloured = formatTerminal(createSampleReport(), { colour: true })
  expect(coloured).toContain('\u001b[31mNON-CONFORMANT\u001b[0m')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what colour consists of
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(text)
})

test('a report without failures is the table only', () => {
  expect(formatTerminal(createCleanReport())).toMatch(/^area[\s\S]*\nCONFORMANT staging\n$/)
})

test('a check is one line, whatever its message says', () => {
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

test('colour is asked for', () => {
  const [check] = createSampleReport().checks
  expect(check && formatProgress(check, { colour: true })).toContain('\u001b[32mpassed')
})

test('what is long is cut, and says how much is left and where it is', () => {
  const [, , check] = createSampleReport().checks
  expect(check && formatProgress(check)).toMatch(/… and \d+ characters more, in report\.json$/)
})
