import { createMockService } from '../core/create-mock-service.ts'
import type { Profile } from '../core/profile.ts'
import { listen } from '../doors/http.ts'
import { createSampleWorld } from '../sample-world.ts'
import { describeSampleWorld } from './describe-sample-world.ts'

/** Serves the sample world until a signal ends the process. */
export async function serve({
  profile,
  ...where
}: {
  readonly host: string
  readonly port: number
  readonly profile: Partial<Profile>
}): Promise<void> {
  const service = createMockService(createSampleWorld(), { profile })
  const server = await listen(service, where)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`Stopped by ${signal}`)
      service.stop()
      void server.close()
    })
  }
  console.log(describeSampleWorld(server.url))
}
