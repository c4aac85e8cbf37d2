import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { type Output, TourPrinter } from './print-tour.ts'
import { steps } from './steps.ts'
import { type Seen, type StepOutcome, takeTour } from './tour.ts'

interface TourOptions {
  readonly output: Output
  readonly environment: NodeJS.ProcessEnv
  /** The port of the server. 0 chooses a free one. */
  readonly port: number
  /** Whether to print what a reader can do with the server, which continues to run. */
  readonly isServerKept: boolean
}

interface TakenTour {
  readonly server: Listening
  /** How many steps were not as documented. */
  readonly failures: number
}

/** Starts the reference server, takes the tour through the client, and prints each step. The server continues to run. */
export async function startTour({ environment, isServerKept, output, port }: TourOptions): Promise<TakenTour> {
  const host = createMockHost(createSampleWorld)
  const { service } = host
  const server = await listen(host, { port })
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

  const printer = new TourPrinter(output, environment)
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
  if (isServerKept) printer.printBox(describeServer(server.url))
  return { server, failures }
}

function describeServer(url: string): readonly string[] {
  return [
    'The server keeps running. Ctrl-C stops it.',
    '',
    `Inspector  ${url}/__mock/   the requests of the tour, and why`,
    `Server     ${url}`,
    `Try        curl -s ${url}/v1/public/wfhost/manifest \\`,
    `             -H 'authorization: Bearer ${sampleKeys.defaultEnvironment}'`,
  ]
}
