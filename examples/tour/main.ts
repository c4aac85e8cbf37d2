import { parseArgs } from 'node:util'
import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { steps } from './steps.ts'
import { type Seen, takeTour } from './tour.ts'

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } } })

const host = createMockHost(createSampleWorld)
const { service } = host
const server = await listen(host, { port: Number(values.port) })
const seen: Seen[] = []

async function recordingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const response = await fetch(request)
  seen.push({ method: request.method, path: new URL(request.url).pathname, status: response.status })
  return response
}

function clientWithKey(apiKey: string): ReturnType<typeof createWorkflowClient> {
  return createWorkflowClient({ baseUrl: server.url, apiKey, fetch: recordingFetch })
}

function registryWithKey(apiKey: string): ReturnType<typeof createRegistryClient> {
  return createRegistryClient({ baseUrl: server.url, apiKey, fetch: recordingFetch })
}

console.log(`The reference server runs at ${server.url}\n`)
const client = createWorkflowClient({
  baseUrl: server.url,
  apiKey: (flowId) => service.workflowKey(flowId) ?? '',
  fetch: recordingFetch,
})
const registry = registryWithKey(sampleKeys.defaultEnvironment)
const failures = await takeTour(steps, {
  tour: { service, url: server.url, client, clientWithKey, registry, registryWithKey },
  seen,
  print: console.log,
})
console.log(
  failures === 0
    ? `\nAll ${steps.length} steps were as documented.`
    : `\n${failures} of ${steps.length} steps were not as documented.`,
)
if (failures > 0) process.exitCode = 1
if (values.once) {
  await server.close()
} else {
  console.log(`\nThe server keeps running at ${server.url}; Ctrl-C stops it.`)
  console.log(`What has just happened is shown at ${server.url}/__mock/. Try:\n`)
  console.log(`  curl -s ${server.url}/v1/public/wfhost/manifest -H 'authorization: Bearer ${sampleKeys.defaultEnvironment}'`)
  // Not `once`: a terminal sends the signal to this process and to its parent, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
}

async function stop(): Promise<void> {
  await server.close()
  console.log('\nStopped.')
  process.exit()
}
