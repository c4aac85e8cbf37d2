import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { recordConsumerTests } from './consumer-tests.ts'
import { createReport, editBody, type Staging, type StagingOptions, serveStaging } from './staging.ts'

const contract = await recordConsumerTests()

interface VerifiedCheck {
  readonly id: string
  readonly verdict: string
  readonly message: string
}

interface Verification {
  readonly code: number
  readonly verdict: string
  readonly failures: readonly VerifiedCheck[]
  readonly blocked: readonly VerifiedCheck[]
  readonly notVerifiable: readonly { readonly request: string; readonly reason: string }[]
}

async function verify({ config }: Pick<Staging, 'config'>, ...args: readonly string[]): Promise<Verification> {
  const { code, output } = await runCommandLine(['verify', contract, '--json', ...args], { config })
  const { checks, contract: compared, verdict } = JSON.parse(output)
  const withVerdict = (wanted: string) => checks.filter((check: VerifiedCheck) => check.verdict === wanted)
  return {
    code,
    verdict,
    failures: withVerdict('fail'),
    blocked: withVerdict('blocked'),
    notVerifiable: compared.notVerifiable,
  }
}

test('a server with only legal differences keeps the contract', async () => {
  const staging = await serveStaging()
  expect(await verify(staging)).toMatchObject({ code: 0, verdict: 'KEPT', failures: [], blocked: [] })
})

test('lists the requests that no server can repeat, with the reasons', async () => {
  const { notVerifiable } = await verify(await serveStaging())
  expect(notVerifiable.map(({ reason }) => reason).sort()).toEqual(['the fault status changed the response'])
})

/** A legal difference, and how the staging server has it. */
const legalDifferences: Readonly<Record<string, StagingOptions>> = {
  'other values in a result': { triage: () => ({ team: 'logistics', score: 17 }) },
  'more fields in a result': { triage: () => ({ team: 'support', score: 1, extra: { deep: true } }) },
  'a result without a field that the schema makes optional': { triage: () => ({ team: 'support', score: 1 }) },
  'null where the schema accepts it': { triage: () => ({ team: 'support', score: null }) },
  'a list of another length': { report: () => ({ ...createReport(), items: [] }) },
  'another message of an error': {
    charge: { firstStep: 'look-up', secondStep: 'charge', error: 'CardDeclined', message: 'Insufficient funds' },
  },
  'another status for a failed run': { assumptions: { failedRunStatus: 422 } },
  'another status for an accepted async start': { assumptions: { asyncStatus: 200 } },
  'a run ID in another place': {
    change: (response) => editBody(response, (body) => ('runId' in body ? { data: { run_id: body['runId'] } } : body)),
  },
  'another body of a refusal': { assumptions: { runErrorBody: 'problem', registryErrorBody: 'problem' } },
  'Retry-After as a date': { assumptions: { retryAfterFormat: 'http-date' } },
  'more steps than in the tests': {
    change: (response) =>
      editBody(response, (body) =>
        body['stepOutputs'] === undefined
          ? body
          : { ...body, stepOutputs: { ...Object(body['stepOutputs']), audit: { status: 'success', result: 1 } } },
      ),
  },
  'more headers': {
    change: (response) => {
      response.headers.set('x-request-id', 'req-1')
      response.headers.set('content-type', 'application/json; charset=utf-8')
      return response
    },
  },
}

test.each(Object.entries(legalDifferences))('does not blame %s', async (_, options) => {
  const { failures, verdict } = await verify(await serveStaging(options))
  expect(failures).toEqual([])
  expect(verdict).toBe('KEPT')
})

/** A difference that breaks the contract, how the staging server has it, the checks that find it, and a message. */
const drifts: Readonly<Record<string, readonly [options: StagingOptions, check: string, message: string]>> = {
  'a field that the schema requires is missing': [
    { triage: () => ({ score: 1 }) },
    'run.triage',
    'expected a string at /result/team, found nothing at /result/team',
  ],
  'a field that the schema requires has another type': [
    { triage: () => ({ team: 7, score: 1 }) },
    'run.triage',
    'expected a string at /result/team, found a number at /result/team',
  ],
  'a nested field of a result is missing': [
    { report: () => ({ ...createReport(), totals: {} }) },
    'run.report',
    'expected a number at /result/totals/open, found nothing at /result/totals/open',
  ],
  'the elements of a list lack a field': [
    { report: () => ({ ...createReport(), items: [{ id: 1 }] }) },
    'run.report',
    'expected a string at /result/items/*/name, found nothing at /result/items/*/name',
  ],
  'a step has another id': [
    { charge: { firstStep: 'find-card', secondStep: 'charge', error: 'CardDeclined', message: 'No' } },
    'run.charge',
    'expected "success" at /stepOutputs/look-up/status, found nothing there',
  ],
  'an error has another name': [
    { charge: { firstStep: 'look-up', secondStep: 'charge', error: 'PaymentError', message: 'No' } },
    'run.charge',
    'expected "CardDeclined" at /error/name, found "PaymentError"',
  ],
  'a failed run has no traceback': [
    { change: (response) => editBody(response, (body) => ('error' in body ? { ...body, error: withoutTraceback(body) } : body)) },
    'run.charge',
    'expected a string at /error/traceback, found nothing at /error/traceback',
  ],
  'an archived workflow can be run': [{ retiredIsArchived: false }, 'run.retired', 'expected status 404, found 200'],
  'a start has no run ID': [
    { change: (response) => editBody(response, ({ runId: _runId, ...body }) => body) },
    'run.report',
    'expected a run ID in a member named runId, run_id, runID, executionId, execution_id, jobId, id, found none',
  ],
  'a run without a mode is async': [
    { assumptions: { defaultMode: 'async' } },
    'run.report',
    'expected "success" at /status, found nothing there',
  ],
  'the manifest lacks a tool set': [
    { toolsetName: 'post' },
    'manifest or execute',
    'expected the tool set mail-v2 in the manifest, found no such tool set',
  ],
  'a tool set lacks a tool': [
    { tools: [sendOnly()] },
    'manifest',
    'expected the tools bounce in the tool set mail-v2, found other tools',
  ],
  'an empty manifest has another message': [
    { change: (response) => replaceText(response, 'No published toolsets', 'Nothing here') },
    'manifest',
    'expected the message "No published toolsets", found another text',
  ],
  'a 429 has no Retry-After': [
    {
      change: (response) => {
        response.headers.delete('retry-after')
        return response
      },
    },
    'manifest',
    'expected the header Retry-After, found no such header',
  ],
  'an execution has another result': [
    {
      tools: [
        { ...sendOnly(), implementation: () => 'sent' },
        { name: 'bounce', parameters: [], implementation: () => null },
      ],
    },
    'execute',
    'expected an object at /result, found a string at /result',
  ],
}

function sendOnly() {
  return { name: 'send', parameters: [{ name: 'text', type: 'string' }], implementation: ({ text = '' }) => ({ text }) } as const
}

function withoutTraceback({ error }: Readonly<Record<string, unknown>>): unknown {
  const { traceback: _traceback, ...rest } = Object(error)
  return rest
}

async function replaceText(response: Response, found: string, replacement: string): Promise<Response> {
  const text = (await response.text()).replace(found, replacement)
  return new Response(text, { status: response.status, headers: response.headers })
}

test.each(Object.entries(drifts))('finds that %s', async (_, [options, check, message]) => {
  const { code, failures, verdict } = await verify(await serveStaging(options))
  expect(verdict).toBe('BROKEN')
  expect(code).toBe(1)
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter(({ id }) => !check.split(' or ').some((prefix) => id.startsWith(prefix)))).toEqual([])
  expect(failures.map((failure) => failure.message).join('\n')).toContain(message)
})

test('blocks a request whose workflow the configuration does not map, and is incomplete', async () => {
  const { config } = await serveStaging()
  const { report: _report, ...workflows } = Object(config['contract']).workflows
  const partial = { ...config, contract: { ...Object(config['contract']), workflows } }

  const { blocked, code, verdict } = await verify({ config: partial })
  expect(verdict).toBe('INCOMPLETE')
  expect(code).toBe(3)
  expect(new Set(blocked.map(({ message }) => message))).toEqual(
    new Set([
      'the configuration does not declare contract.workflows.report, contract.workflows.report.key',
      'the configuration does not declare contract.workflows.report',
      'the configuration does not declare contract.workflows.report.key',
    ]),
  )
})

test('sends only what the permissions allow', async () => {
  const { config, seen } = await serveStaging()
  const { code } = await verify({ config: { ...config, allow: [] } })
  expect(code).toBe(3)
  expect(new Set(seen)).toEqual(new Set(['GET /v1/public/wfhost/manifest']))
})

test('lists a 429 as not verifiable if no hook may limit the rate', async () => {
  const { config } = await serveStaging()
  const { code, notVerifiable } = await verify({ config: { ...config, hooks: {} } })
  expect(code).toBe(0)
  expect(notVerifiable).toContainEqual({
    request: 'manifest as [key Default of acme] over the rate limit',
    reason: 'a 429 needs the hook limitRate, and rate-limit in allow',
  })
})

test('compares values at the places in the configuration, and ignores other places', async () => {
  const { config } = await serveStaging({ triage: () => ({ team: 'logistics', score: 'high' }) })
  const places = {
    values: [{ check: 'run.triage', place: '/result/team' }],
    ignore: [{ check: 'run.triage', place: '/result/score' }],
  }
  const { failures } = await verify({ config: { ...config, contract: { ...Object(config['contract']), ...places } } })
  expect(failures.map(({ message }) => message.split('\n  sent ', 1)[0])).toEqual([
    'expected "billing" at /result/team, found "logistics"',
  ])
})

test('accepts a known difference until it expires, and compares only the selected requests', async () => {
  const { config } = await serveStaging({ triage: () => ({ score: 1 }) })
  const entry = { check: 'run.triage', reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }
  const known = { ...config, contract: { ...Object(config['contract']), baseline: [entry] } }

  expect(await verify({ config: known }, '--only', 'run.triage')).toMatchObject({ code: 0, verdict: 'BROKEN' })
  expect(await verify({ config }, '--only', 'run.charge')).toMatchObject({ code: 0, verdict: 'PARTIAL', failures: [] })
})

test('writes every report, without a key of the server', async () => {
  const { config } = await serveStaging({ triage: () => ({ score: 1, echoed: 'staging-triage-key' }) })
  const folder = await mkdtemp(join(tmpdir(), 'reports-'))
  const { output } = await runCommandLine(['verify', contract, '--output', folder], { config })
  expect(output).toContain('BROKEN staging')

  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    expect(text).toContain('run.triage')
    expect(text).not.toContain('staging-triage-key')
    if (file !== 'annotations.txt') expect(text).toContain('the fault status changed the response')
  }
})

test.each([
  ['a file that is not a contract', import.meta.filename, /Cannot verify .*: it is not a contract\. The option contract/],
  ['a file that does not exist', 'nowhere.har', /Cannot read nowhere\.har: it does not exist\. The option contract/],
])('refuses %s', async (_, file, message) => {
  const { code, errors } = await runCommandLine(['verify', file], { config: (await serveStaging()).config })
  expect(code).toBe(2)
  expect(errors).toMatch(message)
})

test.each([
  ['run.nothing', /--only: .* has no request run\.nothing; a report lists the ids/],
  ['run.chrage', /--only: .* has no request run\.chrage; did you mean "run\.charge"\?/],
])('refuses the unknown id %s in --only', async (id, message) => {
  const { config } = await serveStaging()
  const { code, errors } = await runCommandLine(['verify', contract, '--only', id], { config })
  expect(code).toBe(2)
  expect(errors).toMatch(message)
})

test.each([
  ['run.nothing', /Cannot use contract\.baseline: .* has no request run\.nothing\. Remove the entry/],
  ['run.chrage', /Cannot use contract\.baseline: .*run\.chrage; did you mean "run\.charge"\?/],
])('refuses the unknown id %s in the baseline', async (check, message) => {
  const { config } = await serveStaging()
  const entry = { check, reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }
  const changed = { ...config, contract: { ...Object(config['contract']), baseline: [entry] } }
  const { code, errors } = await runCommandLine(['verify', contract], { config: changed })
  expect(code).toBe(2)
  expect(errors).toMatch(message)
})
