import { ConfigurationError } from './configuration-error.ts'
import type { Log } from './log.ts'

const LOOPBACK = /^(|localhost|.+\.(localhost|test)|127(\.\d+){3}|\[::1\])$/

/** Where a client is, and where it sends keys to. */
export interface Place {
  readonly address: string
  readonly allowBrowser: boolean | undefined
  readonly log: Log
}

/** Refuses to take a key into a page, and warns of a key on a wire that anybody can read. Loopback and the names reserved for tests are left alone. */
export function checkPlace({ address, allowBrowser, log }: Place): void {
  const { document, location }: { document?: unknown; location?: { readonly hostname?: string } } = globalThis
  if (!allowBrowser && document !== undefined && !LOOPBACK.test(location?.hostname ?? '')) {
    throw new ConfigurationError(
      'Cannot create a client in a page: everybody who opens the page could read the key and run the workflow. ' +
        'Call it from a server of yours; if the page is not public, pass allowBrowser: true',
    )
  }
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) log('warn', `The key goes to ${hostname} unencrypted: use https`)
}
