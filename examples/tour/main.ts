import { parseArgs } from 'node:util'
import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { TourPrinter } from './print-tour.ts'
import { steps } from './steps.ts'
import { type Seen, type StepOutcome, takeTour } from './tour.ts'

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

const printer = new TourPrinter(process.stdout, process.env)
printer.printStart(steps.length, server.url)

const client = createWorkflowClient({
  baseUrl: server.url,
  apiKey: (flowId) => service.workflowKey(flowId) ?? '',
  fetch: recordingFetch,
})
const registry = registryWithKey(sampleKeys.defaultEnvironment)
const outcomes: StepOutcome[] = []
const startedAt = performance.now()
await takeTour(steps, {
  tour: { service, url: server.url, client, clientWithKey, registry, registryWithKey },
  seen,
  onStep: (outcome) => printer.printStep(outcomes.push(outcome), outcome),
})

const failures = outcomes.filter(({ failed }) => failed).length
printer.printEnd({
  steps: steps.length,
  failures,
  requests: outcomes.reduce((sum, { requests }) => sum + requests.length, 0),
  seconds: (performance.now() - startedAt) / 1000,
})
if (failures > 0) process.exitCode = 1

if (values.once) {
  await server.close()
} else {
  printer.printBox([
    'The server keeps running. Ctrl-C stops it.',
    '',
    `Inspector  ${server.url}/__mock/   the requests of the tour, and why`,
    `Server     ${server.url}`,
    `Try        curl -s ${server.url}/v1/public/wfhost/manifest \\`,
    `             -H 'authorization: Bearer ${sampleKeys.defaultEnvironment}'`,
  ])
  // Not `once`: a terminal sends the signal to this process and to the one that started it, which passes it on.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
}

async function stop(): Promise<void> {
  await server.close()
  console.log('\nStopped.')
  process.exit()
}
