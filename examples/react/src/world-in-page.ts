import { createMockService, createSampleWorld } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupWorker } from 'msw/browser'

/** Responds to the requests of this page in the page itself, without a server, for example for a demonstration. */
export async function startWorld(): Promise<void> {
  const handler = createMswHandler(createMockService(createSampleWorld()), { baseUrl: location.origin })
  // In MSW 2 the option is called onUnhandledRequest.
  await setupWorker(handler).start({ onUnhandledFrame: 'bypass', quiet: true })
}
