import type { ClientOptions } from '../index.ts'
import type { Io } from './io.ts'

/** Thrown in place of sending. */
class DryRun extends Error {}

/** Finds a dry run among the causes of an error. */
export function isDryRun(error: unknown): boolean {
  return error instanceof DryRun || (error instanceof Error && error.cause instanceof DryRun)
}

/** A fetch that only shows the request, with the key hidden. */
export function createDryRun(io: Io): NonNullable<ClientOptions['fetch']> {
  return async (request) => {
    const headers = [...request.headers].map(([name, value]) => `${name}: ${hideSecret(name, value)}\n`)
    const body = await request.text()
    io.out(`${request.method} ${request.url}\n${headers.join('')}${body && `\n${JSON.stringify(JSON.parse(body), null, 2)}\n`}`)
    throw new DryRun()
  }
}

/** Keeps the scheme or the name of the cookie, and nothing of what follows. */
function hideSecret(header: string, value: string): string {
  if (header === 'authorization') return value.replace(/ .*$/, ' [hidden]')
  return header === 'cookie' ? value.replace(/=.*$/, '=[hidden]') : value
}
