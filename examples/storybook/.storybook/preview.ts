// .storybook/preview.ts
import { setupWorker } from 'msw/browser'
import { worldForEachStory } from './world-for-each-story'

const worker = setupWorker()

const preview = {
  beforeAll: async (): Promise<void> => {
    await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  },
  beforeEach: worldForEachStory(worker),
}

export default preview
