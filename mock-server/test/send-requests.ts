import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { execute, manifest, run } from './call-api.ts'

const key = sampleKeys.workflows.echo

/** Sends seven requests to a service with the sample world: the second is invalid, the last one unknown. */
export async function sendRequests(service: Pick<MockService, 'fetch'>): Promise<void> {
  await run(service, { flowId: 'echo', key, args: { text: 'Hello' } })
  await run(service, { flowId: 'echo', key, args: { text: 1 } })
  await run(service, { flowId: 'echo', key: 'nobody knows this key' })
  await run(service, { flowId: 'slow', key: sampleKeys.workflows.slow, mode: 'async' })
  await manifest(service, { key: sampleKeys.defaultEnvironment })
  await execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  await service.fetch(new Request('http://mock.test/nothing?x=1'))
}
