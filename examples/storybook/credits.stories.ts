// src/credits.stories.ts
import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { createRegistryClient } from '@wfhost/sdk'
import { baseUrl } from './world-for-each-story.ts'

/** The component: it tries to execute a tool, and says what came of it. */
async function credits(): Promise<string> {
  const client = createRegistryClient({ registryUrl: baseUrl, apiKey: sampleKeys.defaultEnvironment, maxRetries: 0 })
  const execution = await client.execute({ toolset: 'mail', tool: 'count' }).catch((error: Error) => error)
  return execution instanceof Error ? 'No credits are left' : 'Counted'
}

const meta = { title: 'Credits', render: credits }

export default meta

export const Enough = {}

export const NoneLeft = {
  parameters: { world: (mock: MockService): void => mock.setCredits('acme', 0) },
}
