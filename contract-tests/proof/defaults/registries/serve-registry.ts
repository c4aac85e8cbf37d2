import type { ListeningServer } from '../listen.ts'
import { readKey } from '../server.ts'
import type { Caller, Registry } from './registry.ts'

/** Starts a server. `mended` has the names of the defaults of its framework that are mended. */
export type ServeRegistry = (registry: Registry, options: { readonly mended: readonly string[] }) => Promise<ListeningServer>

/** The paths of the registry, with parameters as most frameworks write them. */
export const paths = {
  publicManifest: '/v1/public/wfhost/manifest',
  organizationManifest: '/v1/orgs/:orgId/wfhost/manifest',
  execute: '/v1/public/wfhost/execute',
} as const

/** Reads how a client of the organization manifest identifies itself. */
export function readCaller(readHeader: (name: string) => string | undefined): Caller {
  return { key: readKey(readHeader('authorization')), cookie: readHeader('cookie') }
}
