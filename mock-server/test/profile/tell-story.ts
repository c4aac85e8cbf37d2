import { createManualClock, createMockService, createSampleWorld, type Profile, sampleKeys } from '@wfhost/mock-server'
import { vi } from 'vitest'

const { echo, 'charge-card': chargeCard } = sampleKeys.workflows
const flows = '/api/v2/external/flows'
const organization = '/v1/orgs/acme/wfhost/manifest'

interface Told {
  readonly path: string
  readonly key?: string
  readonly body?: string
  readonly cookie?: string
}

const requests: readonly Told[] = [
  { path: `${flows}/echo/published-run`, key: echo, body: '{"args":[]}' },
  { path: `${flows}/echo/published-run`, key: echo, body: '{"args":[],"mode":"async"}' },
  { path: `${flows}/charge-card/published-run`, key: chargeCard, body: '{"args":[{"name":"amount","value":1}]}' },
  { path: `${flows}/echo/published-run`, key: echo, body: '{"args":[{"name":"nobody","value":1}]}' },
  {
    path: `${flows}/echo/published-run`,
    key: echo,
    body: '{"args":[{"name":"text","value":"a"},{"name":"text","value":"b"}]}',
  },
  { path: `${flows}/echo/published-run`, key: echo, body: '{"args":[{"name":"data","value":"{}"}]}' },
  { path: `${flows}/draft/published-run`, key: echo, body: '{' },
  { path: `${flows}/echo/published-run`, body: '{}' },
  { path: '/v1/public/wfhost/manifest', key: sampleKeys.defaultEnvironment },
  { path: '/v1/public/wfhost/manifest', key: sampleKeys.emptyEnvironment },
  { path: organization, cookie: `console_session=${sampleKeys.consoleSession}` },
  { path: '/v1/orgs/globex/wfhost/manifest', key: sampleKeys.defaultEnvironment },
  { path: '/v1/public/wfhost/execute', key: sampleKeys.defaultEnvironment, body: '{"toolset":"mail","tool":"receive"}' },
  {
    path: '/v1/public/wfhost/execute',
    key: sampleKeys.defaultEnvironment,
    body: '{"toolset":"mail","tool":"send","arguments":{"to":"full@example.org","text":""}}',
  },
]

/**
 * Puts to a service with a profile whatever the source document leaves open, and writes down every answer. So many requests
 * come before the last ones, to get over a rate limit.
 */
export async function tellStory(profile: Partial<Profile>, repeated: number): Promise<string[]> {
  const clock = createManualClock(0)
  const service = createMockService(createSampleWorld(), { profile, clock })
  const late = { flowId: 'late', key: 'key-late', published: true }
  service.addWorkflow('support', { ...late, implementation: (_args, { sleep }) => sleep(31_000).then(() => 'late') })
  const story: string[] = [service.regenerateKey('slow')]

  async function tell({ body, cookie, key, path }: Told): Promise<void> {
    const headers = { 'content-type': 'application/json', ...bearer(key), ...(cookie === undefined ? {} : { cookie }) }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    const response = await service.fetch(`http://mock.test${path}`, init)
    story.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }

  for (const request of requests) await tell(request)
  await tell({ path: `${flows}/echo/runs/${service.runs()[0]?.runId}`, key: echo })
  const begun = service.runs().length
  const toldLate = tell({ path: `${flows}/late/published-run`, key: late.key, body: '{"args":[],"mode":"sync"}' })
  await vi.waitUntil(() => service.runs().length > begun, { interval: 1 })
  await clock.advance(60_000)
  await toldLate
  service.setCredits('acme', 0)
  await tell({ path: '/v1/public/wfhost/execute', key: sampleKeys.defaultEnvironment, body: '{"toolset":"mail","tool":"count"}' })
  const nobody = { path: `${flows}/nobody/published-run`, key: echo, body: '{"args":[]}' }
  for (let time = 0; time <= repeated; time += 1) await tell(nobody)
  service.setRateLimit({ requests: 0, windowMs: 1000 })
  for (const flowId of ['echo', 'draft']) await tell({ path: `${flows}/${flowId}/published-run`, key: echo, body: '{"args":[]}' })
  return story
}

function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}
