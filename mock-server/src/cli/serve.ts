import { listen } from '../doors/http.ts'
import type { Control } from './engines/engine.ts'
import { type EngineOptions, openEngine } from './engines/open-engine.ts'

/** What is served, and where. */
export interface ServeOptions extends Omit<EngineOptions, 'control'> {
  readonly host: string
  readonly port: number
  /** Opens the control surface to whoever has it. */
  readonly token: string | undefined
  /** Lets pages of other origins call the API. */
  readonly cors: boolean
}

/** Serves until a signal ends the process. */
export async function serve({ cors, host, port, token, ...options }: ServeOptions): Promise<void> {
  const engine = await openEngine({ ...options, control: controlFor(host, token) })
  const server = await listen(engine.target, { cors, host, port })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`Stopped by ${signal}`)
      engine.stop()
      void server.close().then(engine.close)
    })
  }
  await engine.ready()
  console.log(engine.describe(server.url))
}

/** Without a token the control surface is there for this machine alone. */
function controlFor(host: string, token: string | undefined): Control {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}
