import { createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import type { HttpHandler } from 'msw'

/** The address of the services for the components under test. */
export const baseUrl = 'https://workflows.example'

/** The required part of MSW: a worker in the page, or a server in Node. */
interface Network {
  readonly use: (handler: HttpHandler) => void
  readonly resetHandlers: () => void
}

/** The context that Storybook passes to a `beforeEach`. */
interface StoryContext {
  readonly parameters: { readonly world?: (mock: MockService) => void | Promise<void> }
}

/**
 * Returns a `beforeEach` that gives each story its own world, each time it is shown. The parameter `world` of a story prepares
 * it.
 */
export function worldForEachStory(network: Network): (story: StoryContext) => Promise<() => void> {
  return async ({ parameters }) => {
    const mock = createMockService(createSampleWorld())
    await parameters.world?.(mock)
    network.use(createMswHandler(mock, { baseUrl }))
    return () => {
      network.resetHandlers()
      mock.stop()
    }
  }
}
