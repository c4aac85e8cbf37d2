import type { Profile } from '../core/profile.ts'
import { listen } from '../doors/http.ts'
import { createMockHost } from '../host/create-mock-host.ts'
import { createSampleWorld } from '../sample-world.ts'
import { describeSampleWorld } from './describe-sample-world.ts'

/** What is served, and where. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly profile: Partial<Profile>
  /** Opens the control surface to whoever has it. */
  readonly token: string | undefined
}

/** Serves the sample world until a signal ends the process. */
export async function serve({ profile, token, ...where }: ServeOptions): Promise<void> {
  const host = createMockHost(createSampleWorld, { profile, control: controlFor(where.host, token) })
  const server = await listen(host, where)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`Stopped by ${signal}`)
      host.service.stop()
      void server.close()
    })
  }
  console.log(describeSampleWorld(server.url))
}

/** Without a token the control surface is there for this machine alone. */
function controlFor(host: string, token: string | undefined): { readonly token: string } | false | undefined {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}
