import { createMockHost, createSampleWorld, type MockHost, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { execute, run } from '../test/call-api.ts'
import { findFix } from './fixes.ts'

/** Finds the fix of the last request. */
async function findLastFix(host: MockHost): Promise<unknown> {
  const request = new Request('http://localhost/__mock/inspect/overview', { method: 'POST', body: '{}' })
  const { result: overview } = Object(await (await host.fetch(request)).json())
  const entry = host.service.journal().at(-1)
  return entry && findFix(entry, overview)
}

test('a run with the key of another workflow needs its own key', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.slow })
  expect(await findLastFix(host)).toEqual({ kind: 'useKey', keyName: '[key of workflow echo]', of: 'echo' })
  await run(host, { flowId: 'echo', key: undefined })
  expect(await findLastFix(host)).toEqual({ kind: 'useKey', keyName: '[key of workflow echo]', of: 'echo' })
})

test('suggests to publish or restore a workflow that cannot be run', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'draft', key: sampleKeys.workflows.echo })
  expect(await findLastFix(host)).toEqual({ kind: 'publish', flowId: 'draft' })
  await run(host, { flowId: 'archived', key: sampleKeys.workflows.archived })
  expect(await findLastFix(host)).toEqual({ kind: 'restore', flowId: 'archived' })
  await run(host, { flowId: 'nothing-here', key: sampleKeys.workflows.echo })
  expect(await findLastFix(host)).toBeUndefined()
})

test('suggests a fix for wrong arguments, a failed run, an empty balance and a rate limit', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 1 } })
  expect(await findLastFix(host)).toEqual({ kind: 'changeArguments', flowId: 'echo' })
  await run(host, { flowId: 'charge-card', key: sampleKeys.workflows['charge-card'], args: { amount: 1 } })
  expect(await findLastFix(host)).toEqual({ kind: 'changeArguments', flowId: 'charge-card' })
  host.service.setCredits('acme', 0)
  await execute(host, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  expect(await findLastFix(host)).toEqual({ kind: 'addCredits', orgId: 'acme' })
  host.service.setRateLimit({ requests: 0, windowMs: 5000 })
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo })
  expect(await findLastFix(host)).toEqual({ kind: 'wait', seconds: 5 })
})

test('a response that a fault decided has no fix', async () => {
  const host = createMockHost(createSampleWorld)
  host.service.addFault({ kind: 'status', status: 403 })
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.slow })
  expect(await findLastFix(host)).toBeUndefined()
})
