import { createMockHost, createSampleWorld, type MockHost, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { execute, run } from './call-api.ts'

async function inspect(
  host: MockHost,
  name: string,
  input: object,
): Promise<{ readonly result?: unknown; readonly message?: unknown }> {
  const request = new Request(`http://localhost/__mock/inspect/${name}`, { method: 'POST', body: JSON.stringify(input) })
  return Object(await (await host.fetch(request)).json())
}

const path = '/api/v2/external/flows/echo/published-run'
const body = JSON.stringify({ args: [{ name: 'text', value: 'from the page' }] })

test('sends a request whose header names a key, and the journal shows the name', async () => {
  const host = createMockHost(createSampleWorld)
  const headers = { Authorization: 'Bearer [key of workflow echo]', 'content-type': 'application/json' }
  expect(await inspect(host, 'send', { method: 'POST', path, headers, body })).toEqual({ result: 1 })
  await host.service.waitForRuns()
  const [entry] = host.service.journal()
  expect(entry).toMatchObject({ response: { status: 200, body: expect.stringContaining('from the page') } })
  expect(entry?.request.headers['authorization']).toBe('Bearer [key of workflow echo]')
})

test('sends the name of a key that does not exist unchanged, so the request is refused', async () => {
  const host = createMockHost(createSampleWorld)
  const headers = { authorization: 'Bearer [key of workflow gone]' }
  await inspect(host, 'send', { method: 'POST', path, headers, body })
  await expect.poll(() => host.service.journal()[0]?.response?.status).toBe(401)
})

test.each([
  [{ method: 'post', path, headers: {} }, 'method: expected a method in upper case, such as POST'],
  [{ method: 'GET', path: 'echo', headers: {} }, 'path: expected a path that begins with /'],
])('refuses to send an invalid HTTP request: %j', async (input, problem) => {
  const host = createMockHost(createSampleWorld)
  expect((await inspect(host, 'send', input)).message).toContain(problem)
})

test('finds runs by their arguments, their results and their steps', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'Needle' } })
  await run(host, { flowId: 'support-triage', key: sampleKeys.workflows['support-triage'], args: { subject: 'A refund' } })
  const [echo, triage] = host.service.runs()
  expect(await inspect(host, 'findRuns', { text: 'needle' })).toEqual({ result: [echo?.runId] })
  expect(await inspect(host, 'findRuns', { text: 'classify' })).toEqual({ result: [triage?.runId] })
  expect(await inspect(host, 'findRuns', { text: 'nothing has this' })).toEqual({ result: [] })
})

test('shows runs without the keys of the world, also those that a workflow got, returned or threw', async () => {
  const host = createMockHost(createSampleWorld)
  const { echo } = sampleKeys.workflows
  host.service.publish({ flowId: 'leak' }, () => {
    throw new Error(`no access for ${echo}`)
  })
  await run(host, { flowId: 'echo', key: echo, args: { text: `my key is ${echo}` } })
  await run(host, { flowId: 'leak', key: host.service.workflowKey('leak') ?? '', args: {} })

  const views = [await inspect(host, 'runs', {})]
  for (const { runId } of host.service.runs()) views.push(await inspect(host, 'run', { runId }))
  expect(views).toHaveLength(3)
  for (const view of views) {
    expect(JSON.stringify(view)).not.toContain(echo)
    expect(JSON.stringify(view)).toContain('[key of workflow echo]')
  }
})

test('explains how to add credits to an organization without credits', async () => {
  const host = createMockHost(createSampleWorld)
  host.service.setCredits('acme', 0)
  await execute(host, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  expect((await inspect(host, 'explain', { number: 1 })).result).toMatchObject({
    reason: 'The organization has no credits left',
    hint: 'set the credits in the inspector, under Tools, or with wfhost-mock ctl credits acme 10',
  })
})

test('the events of the journal have the reason of a refusal and of a failed run, without keys', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.slow })
  await run(host, { flowId: 'charge-card', key: sampleKeys.workflows['charge-card'], args: { amount: 12 } })
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo })
  const leaving = new AbortController()
  const { body: events } = await host.fetch(new Request('http://localhost/__mock/events', { signal: leaving.signal }))
  const reader = events?.getReader()
  let text = ''
  while (!text.includes('"number":3')) text += new TextDecoder().decode((await reader?.read())?.value)
  leaving.abort()

  const reasons = Array.from(text.matchAll(/event: exchange\ndata: (.*)/g), ([, data = '']) => JSON.parse(data).reason)
  expect(reasons).toEqual([
    'The API key has no access to this workflow',
    'failed at step charge with CardDeclined: The card was declined for 12',
    undefined,
  ])
})
