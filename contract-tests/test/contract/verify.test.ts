import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { recordConsumerTests } from './consumer-tests.ts'
import { verify } from './run-verify.ts'
import { serveStaging } from './staging.ts'

const contract = await recordConsumerTests()

test('a server with only legal differences keeps the contract', async () => {
  const staging = await serveStaging()
  expect(await verify(contract, staging)).toMatchObject({ code: 0, verdict: 'KEPT', failures: [], blocked: [] })
})

test('lists the requests that no server can repeat, with the reasons', async () => {
  const { notVerifiable } = await verify(contract, await serveStaging())
  expect(notVerifiable.map(({ reason }) => reason).sort()).toEqual(['the fault status changed the response'])
})

test('blocks a request whose workflow the configuration does not map, and is incomplete', async () => {
  const { config } = await serveStaging()
  const { report: _report, ...workflows } = Object(config['contract']).workflows
  const partial = { ...config, contract: { ...Object(config['contract']), workflows } }

  const { blocked, code, verdict } = await verify(contract, { config: partial })
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
  const { code } = await verify(contract, { config: { ...config, allow: [] } })
  expect(code).toBe(3)
  expect(new Set(seen)).toEqual(new Set(['GET /v1/public/wfhost/manifest']))
})

test('lists a 429 as not verifiable if no hook may limit the rate', async () => {
  const { config } = await serveStaging()
  const { code, notVerifiable } = await verify(contract, { config: { ...config, hooks: {} } })
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
  const { failures } = await verify(contract, { config: { ...config, contract: { ...Object(config['contract']), ...places } } })
  expect(failures.map(({ message }) => message.split('\n  sent ', 1)[0])).toEqual([
    'expected "billing" at /result/team, found "logistics"',
  ])
})

test('accepts a known difference until it expires, and compares only the selected requests', async () => {
  const { config } = await serveStaging({ triage: () => ({ score: 1 }) })
  const entry = { check: 'run.triage', reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }
  const known = { ...config, contract: { ...Object(config['contract']), baseline: [entry] } }

  expect(await verify(contract, { config: known }, '--only', 'run.triage')).toMatchObject({ code: 0, verdict: 'BROKEN' })
  expect(await verify(contract, { config }, '--only', 'run.charge')).toMatchObject({ code: 0, verdict: 'PARTIAL', failures: [] })
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
