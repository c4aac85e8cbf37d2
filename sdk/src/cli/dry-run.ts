import type { ClientOptions } from '../index.ts'
import type { Io } from './io.ts'

/** Thrown in place of sending. */
class DryRun extends Error {}

/** Finds a dry run among the causes of an error. */
export function isDryRun(error: unknown): boolean {
  return error instanceof DryRun || (error instanceof Error && error.cause instanceof DryRun)
}

/** Options of a client that sends as it should, or that only shows the request. */
export function transportOf(io: Io, dryRun: boolean | undefined): Pick<ClientOptions, 'fetch'> {
  if (!dryRun) return { fetch: io.fetch }
  return {
    fetch: async (request) => {
      const headers = [...request.headers].map(([name, value]) => {
        const secret = name === 'authorization' || name === 'cookie'
        return `${name}: ${secret ? value.replace(/[^ =]+$/, '[hidden]') : value}\n`
      })
      const body = await request.text()
      io.out(`${request.method} ${request.url}\n${headers.join('')}${body && `\n${JSON.stringify(JSON.parse(body), null, 2)}\n`}`)
      throw new DryRun()
    },
  }
}
