import { createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import type { HttpHandler } from 'msw'

/** Where the components under test believe the services to be. */
export const baseUrl = 'https://workflows.example'

/** What is needed of MSW: a worker in the page, or a server in Node. */
interface Network {
  readonly use: (handler: HttpHandler) => void
  readonly resetHandlers: () => void
}

/** What Storybook gives to what runs before a story. */
interface StoryContext {
  readonly parameters: { readonly world?: (mock: MockService) => void | Promise<void> }
}

/** Makes what gives each story a world of its own, each time it is shown; its parameter `world` prepares that. */
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
