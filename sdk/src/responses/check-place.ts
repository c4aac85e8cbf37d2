import type { Log } from '../client/log.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'

const LOOPBACK = /^(|localhost|.+\.(localhost|test)|127(\.\d+){3}|\[::1\])$/

/** Whether a key may be in a page, and where warnings go. */
export interface Place {
  readonly allowBrowser?: boolean | undefined
  readonly log: Log
}

/** Refuses a client in a page, and warns of a key that is sent unencrypted. Loopback and names reserved for tests are exempt. */
export function checkPlace(address: string, { allowBrowser, log }: Place): void {
  const { document, location }: { document?: unknown; location?: { readonly hostname?: string } } = globalThis
  if (!allowBrowser && document && !LOOPBACK.test(location?.hostname ?? '')) {
    throw new ConfigurationError(
      'Cannot create a client in a page: whoever opens it could read the key. ' +
        'Call from your server, or pass allowBrowser: true',
    )
  }
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) log('warn', `The key goes to ${hostname} unencrypted: use https`)
}
