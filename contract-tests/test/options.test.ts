import { expect, test } from 'vitest'
import { checkWorkflow } from '../src/check-workflow.ts'
import { ConfigurationError } from '../src/config/config-schema.ts'
import { checkServer } from '../src/engine/check-server.ts'
import { describeConformance } from '../src/vitest.ts'

const baseUrl = 'http://workflows.test'

async function refuseToSend(): Promise<Response> {
  throw new Error('a request was sent')
}

test.each([
  ['maxRun', { maxRun: 1 }, 'Cannot use maxRun: unknown name "maxRun"; did you mean "maxRuns"?'],
  ['limits', { limits: { maxRuns: 1 } }, 'Cannot use limits: unknown name "limits"'],
  ['runIdField', { runIdField: '/runId' }, 'Cannot use runIdField: unknown name "runIdField"'],
  ['maxRuns', { maxRuns: '1' }, 'Cannot use maxRuns: expected a number, found string; write 1 without quotes'],
  ['fetch', { fetch: 'node-fetch' }, 'Cannot use fetch: expected a function'],
  ['signal', { signal: true }, 'Cannot use signal: expected an AbortSignal'],
  ['trace', { trace: 'my-run' }, 'Cannot use trace: expected true or false, found string'],
  [
    'hooks',
    { hooks: { creditBalances: () => 1 } },
    'Cannot use hooks.creditBalances: unknown name "creditBalances"; did you mean',
  ],
  ['claims', { claims: { mode: 'sync' } }, 'Cannot use claims.mode: unknown name "mode"; use runIdField, '],
  ['only', { only: ['run-erorr'] }, 'Cannot use only: there is no check run-erorr; did you mean "run-error"?'],
])('checkServer refuses %s before it sends anything', async (_, ...[wrong, says]) => {
  const checked = checkServer({ baseUrl, fetch: refuseToSend, allow: ['runs'], ...Object(wrong) })
  await expect(checked).rejects.toThrow(ConfigurationError)
  await expect(checked).rejects.toThrow(says)
})

test('checkServer accepts undefined for each option that can be left out', async () => {
  const undefinedOptions = { name: undefined, maxRuns: undefined, fixtures: undefined, trace: undefined, caFile: undefined }
  const { report } = await checkServer({ baseUrl, fetch: refuseToSend, ...undefinedOptions })
  expect(report.target.name).toBe('workflows.test')
})

test('checkServer treats a fixture or a hook that is undefined as missing', async () => {
  const fixtures = { echo: undefined, registry: undefined, organization: undefined }
  const hooks = { creditBalance: undefined, publishWorkflow: undefined }
  const undeclared = await checkServer({ baseUrl, fetch: refuseToSend, fixtures, hooks, allow: ['runs', 'publishing'] })
  const missing = await checkServer({ baseUrl, fetch: refuseToSend, allow: ['runs', 'publishing'] })

  const verdictsOf = ({ report }: typeof missing) => report.checks.map(({ id, verdict, message }) => ({ id, verdict, message }))
  expect(verdictsOf(undeclared)).toEqual(verdictsOf(missing))
})

test('checkServer limits its runs', async () => {
  let runs = 0
  const fetch = async (): Promise<Response> => {
    runs += 1
    return Response.json({ status: 'success', result: {}, stepOutputs: {} })
  }
  const fixtures = { echo: { flowId: 'echo', key: 'key-of-echo', parameters: { string: 'text' } } }
  const { exitCode } = await checkServer({ baseUrl, fetch, fixtures, allow: ['runs'], maxRuns: 1, areas: ['run-sync'] })
  expect({ runs, exitCode }).toEqual({ runs: 1, exitCode: 3 })
})

test('checkWorkflow refuses an option that it does not know', async () => {
  const options = { baseUrl, apiKey: 'key', examples: [{}], allow: ['runs'], allowRuns: true, fetch: refuseToSend }
  await expect(checkWorkflow({ flowId: 'greet' }, Object(options))).rejects.toThrow(
    'Cannot use allowRuns: unknown name "allowRuns"',
  )
})

test('describeConformance refuses an option that it does not know', () => {
  expect(() => describeConformance({ baseUrl, ...Object({ maxRun: 1 }) })).toThrow('Cannot use maxRun: unknown name "maxRun"')
  expect(() => describeConformance({ config: 'a.yaml', ...Object({ env: {} }) })).toThrow(
    'Cannot use env: unknown name "env"; use config, environment',
  )
  expect(() => describeConformance({ baseUrl }, Object({ timeout: 1 }))).toThrow('Cannot use timeout: unknown name "timeout"')
})
