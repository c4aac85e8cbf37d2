import { createMockService } from '../core/create-mock-service.ts'
import { listen } from '../doors/http.ts'
import { createSampleWorld } from '../sample-world.ts'
import { describeSampleWorld } from './describe-sample-world.ts'

/** Serves the sample world until a signal ends the process. */
export async function serve(options: { readonly host: string; readonly port: number }): Promise<void> {
  const service = createMockService(createSampleWorld())
  const server = await listen(service, options)
  console.log(describeSampleWorld(server.url))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`Stopped by ${signal}`)
      service.stop()
      void server.close()
    })
  }
}
