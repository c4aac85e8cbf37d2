import { createMockService } from '@wfhost/mock-server'
import { describe, expect, test } from 'vitest'
import { checkService, runCommandLine } from '../../../proof/contract-server.ts'
import { createContractWorld } from '../../../proof/contract-world.ts'
import { type Change, intercept, onResponse } from '../../../proof/mutants/mutant.ts'
import { mutants } from '../../../proof/mutants/mutants.ts'
import { recordConsumerTests } from '../../../test/contract/consumer-tests.ts'
import { serveStaging } from '../../../test/contract/staging.ts'
import { checks } from '../checks.ts'

/** Changes the text of each failed run with any status. */
function onFailedRun(change: (text: string) => string): Change {
  return onResponse(['run'], ({ text }) => (text.includes('"failed"') ? { text: change(text) } : undefined))
}

/** Defects of a failed run that have nothing to do with its status, and the title of their cause. */
const defects: Readonly<Record<string, readonly [change: Change, title: string]>> = {
  'no traceback': [
    onFailedRun((text) => text.replaceAll(/,"traceback":"(\\.|[^"\\])*"/g, '')),
    'Expected a string as error.traceback',
  ],
  'another name of the error': [
    onFailedRun((text) => text.replaceAll('"RangeError"', '"Bang"')),
    'Expected "RangeError" as error.name, as in fixtures.failing.error, found "Bang"',
  ],
  'a long traceback and no name': [
    onFailedRun((text) =>
      text.replaceAll('"name":"RangeError",', '').replaceAll('"traceback":"', `"traceback":"${'at '.repeat(3000)}`),
    ),
    'Expected a string as error.name',
  ],
  'an envelope': [onFailedRun((text) => `{"data":${text}}`), 'Expected status failed, found none'],
  'a body that is a JSON string': [
    onFailedRun((text) => JSON.stringify(text)),
    'Expected a JSON object as the body, found a JSON string that contains JSON',
  ],
}

describe.each(Object.entries(defects))('a failed run with %s', (_, [change, title]) => {
  test.concurrent.each([200, 422, 500] as const)('has that as its cause, and not its status %i', async (failedRunStatus) => {
    const service = change(createMockService(createContractWorld(), { assumptions: { failedRunStatus } }))
    const { report } = await checkService(service, { only: ['run-error', 'run-status', 'run-steps'] })
    expect(report.counts.fail).toBeGreaterThan(0)
    expect(report.causes.map((cause) => cause.title)).toContain(title)
    expect(report.causes.filter((cause) => cause.title.includes('gets status'))).toEqual([])
  })
})

test.concurrent('names the status if the body of a failed run is not a run result', async () => {
  const broken = intercept(['run'], async (request, { pass }) => {
    const response = await pass()
    return request.url.pathname.includes('failing') ? { ...response, status: 500, text: '{"error":"Internal"}' } : response
  })
  const { report } = await checkService(broken(createMockService(createContractWorld())), { only: ['run-error', 'run-status'] })
  expect(report.causes).toMatchObject([
    { title: 'A run with fixtures.failing gets status 500', remedy: expect.stringContaining('with its status, error') },
  ])
})

test.concurrent('does not treat a JSON body with the content type text/html as an HTML page', async () => {
  const mistyped = onResponse(['run'], () => ({ headers: new Headers({ 'content-type': 'text/html' }) }))
  const { report } = await checkService(mistyped(createMockService(createContractWorld())), { only: ['run-ok'] })
  expect(report.causes.map(({ title }) => title)).toEqual(['Expected the type application/json, found text/html'])
})

// The rules of these mutants expect the refusal, and find something else that is wrong.
const rulesOfRefusals = [
  'MAN-EMPTY',
  'LIMIT-RETRY-AFTER',
  'FLOW-ARCHIVED.not-run',
  'RUN-MALFORMED.not-run',
  'RUN-AUTH',
  'HOST-KEY.scheme',
]
const refusalMutants = mutants.filter(({ foundBy }) => rulesOfRefusals.includes(foundBy))

test.concurrent.each(refusalMutants)(
  'does not blame an expected refusal for: $defect',
  async ({ fixtures: _, foundBy, mutate }) => {
    const service = mutate(createMockService(createContractWorld()))
    const meant = checks.filter(({ id }) => id === foundBy.toLowerCase())
    const { report } = await checkService(service, {}, meant)
    const [check] = report.checks
    const message = check?.message ?? ''
    const titles = report.causes.map(({ title }) => title)
    const isStatusNamed = /^expected status [\d or]+(, |$)/.test(message)
    expect(titles.some((title) => title.includes('gets status') && !isStatusNamed)).toBe(false)
  },
)

test.concurrent('a contract with a failed run blames the missing part, and not the status 500', async () => {
  const contract = await recordConsumerTests()
  const { config } = await serveStaging({
    assumptions: { failedRunStatus: 500 },
    change: async (response) => {
      const text = (await response.text()).replaceAll(/,"traceback":"(\\.|[^"\\])*"/g, '')
      return new Response(text, response)
    },
  })
  const { output } = await runCommandLine(['verify', contract, '--json'], { config })
  const titles = JSON.parse(output).causes.map((cause: { readonly title: string }) => cause.title)
  expect(titles).toEqual(['Expected a string at /error/traceback, found nothing at /error/traceback'])
})
