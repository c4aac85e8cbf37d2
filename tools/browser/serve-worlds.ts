import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'

export interface ServedWorlds {
  readonly url: string
  /** One run in a minute. */
  readonly limitedUrl: string
  readonly close: () => Promise<void>
}

/** Serves the sample world, and one with a limit, to pages of other origins. */
export async function serveWorlds(): Promise<ServedWorlds> {
  const rateLimit = { requests: 1, windowMs: 60_000 }
  const open = await listen(createMockHost(createSampleWorld), { cors: true })
  const limited = await listen(
    createMockHost(() => ({ ...createSampleWorld(), rateLimit })),
    { cors: true },
  )
  return {
    url: open.url,
    limitedUrl: limited.url,
    close: async () => {
      await open.close()
      await limited.close()
    },
  }
}
