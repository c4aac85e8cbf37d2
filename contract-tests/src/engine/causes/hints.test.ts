import { expect, test } from 'vitest'
import { checkChanged } from '../../../proof/contract-server.ts'
import { intercept, onResponse, onStatus, respond } from '../../../proof/mutants/mutant.ts'

const only = ['run-ok', 'run-error', 'run-result', 'run-status', 'run-malformed']

const wrappings: readonly (readonly [how: string, wrap: (text: string) => string, says: string])[] = [
  [
    'in an envelope',
    (text: string) => `{"data":${text}}`,
    'has data (run-ok, run-status, run-result, run-result.falsy, run-result.parallel, run-error)',
  ],
  [
    'in an array',
    (text: string) => `[${text}]`,
    'has an array (run-ok, run-status, run-result, run-result.falsy, run-result.parallel, run-error)',
  ],
]

test.each(wrappings)('reports run results %s as the common cause of several failures', async (_, ...[wrap, says]) => {
  const wrapped = onResponse(['run'], ({ status, text }) => (status === 200 ? { text: wrap(text) } : undefined))
  const { report } = await checkChanged(wrapped, { only })
  expect(report.hint).toMatch(/^6 failures may have one cause: the top level of the body of a run/)
  expect(report.hint).toContain(says)
})

test('reports the same problem of several checks once', async () => {
  const unprocessable = onStatus({ at: ['run'], status: 400 }, 422)
  const refused = ['run-malformed', 'run-arg-missing', 'run-mode', 'run-ok']
  const { report } = await checkChanged(unprocessable, { only: refused })
  const alike = report.checks.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
  expect(alike).toEqual(expect.arrayContaining(['run-arg-missing', 'run-malformed', 'run-malformed.object', 'run-mode']))
  expect(report.hint).toBe(`${alike.length} failures are alike: expected status 400, found 422 (${alike.join(', ')})`)
})

test('reports HTML pages instead of responses of the API as pages of a gateway', async () => {
  const headers = new Headers({ 'content-type': 'text/html' })
  const firewall = intercept(['run'], (request, { pass }) =>
    request.text.includes('__proto__') ? { status: 403, headers, text: '<h1>Blocked</h1>' } : pass(),
  )
  const { report } = await checkChanged(firewall, { only: ['run-arg-value', 'run-arg-missing'] })
  expect(report.hint).toMatch(/^An HTML page came, and no other refusal is one: .* \(run-arg-value\.inherited-names\b/)
})

test('reports a rate limit without an end as one cause, and observes nothing', async () => {
  const limited = intercept(['run'], (request, { pass }) =>
    /"text"|slow/.test(request.text + request.url.pathname) ? respond(429, { message: 'Slow down' }) : pass(),
  )
  const { report } = await checkChanged(limited, {
    only: ['run-arg-value', 'run-result', 'run-sync', 'run-async.run-id', 'run-mode-default'],
  })
  expect(report.hint).toMatch(/^\d failures are a 429 without Retry-After.* \(.*run-sync.*\)$/)
  expect(report.checks.find(({ id }) => id === 'run-mode-default')?.verdict).toBe('blocked')
})

test('reports 404 for every request with a valid key to the registry as a wrong product', async () => {
  const otherProduct = intercept(['public manifest', 'organization manifest', 'execute'], async (_, { pass }) => {
    const passed = await pass()
    return passed.status === 401 ? passed : respond(404, { message: 'Not found' })
  })
  const { report } = await checkChanged(otherProduct, {
    only: ['man-endpoint', 'man-content', 'man-empty', 'host-401', 'run-ok'],
  })
  expect(report.counts.fail).toBeGreaterThan(0)
  expect(report.hint).toMatch(/^Every request to the tool registry .* check that product, wfhost, is the segment in the paths/)
})

test('failures that differ have no hint', async () => {
  const changed = onResponse(['run'], ({ status, text }) =>
    status === 200 ? { text: text.replace('"status"', '"state"').replace('"traceback"', '"trace"') } : undefined,
  )
  const { report } = await checkChanged(changed, { only })
  expect(report.counts.fail).toBeGreaterThan(2)
  expect(report.hint).toBeUndefined()
})

test('reports a key that is always refused while other keys are accepted', async () => {
  const strange = intercept(['run'], (request, { pass }) =>
    request.url.pathname.includes('/failing/') ? respond(401, { message: 'Unauthorized' }) : pass(),
  )
  const { report } = await checkChanged(strange, {
    only: ['run-error', 'run-status', 'run-steps'],
  })
  expect(report.hint).toMatch(/^Every request with \$\w*FAILING\w* got 401: check that it is the right key/)
})
