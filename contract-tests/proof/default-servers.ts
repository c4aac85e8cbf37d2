import { pathToFileURL } from 'node:url'
import type { Fixtures } from '../src/target/target.ts'
import type { DefaultServer, RunningRegistry, RunningServer } from './default-server.ts'
import { serversInNode } from './defaults-in-node.ts'
import { serversInOtherLanguages } from './defaults-in-other-languages.ts'
import { serversWithStores } from './defaults-of-stores.ts'

/** The servers with the defaults of a framework. */
export const serversOfFrameworks: readonly DefaultServer[] = [...serversInNode, ...serversInOtherLanguages]

/** The servers of `proof/defaults`. */
export const defaultServers: readonly DefaultServer[] = [...serversOfFrameworks, ...serversWithStores]

// These modules have dependencies that only `npm run test:slow` installs, so nothing here imports them.
interface ServersModule {
  readonly buildServers: () => Promise<void>
  readonly openServer: (name: string, options: { readonly mended: readonly string[] }) => Promise<RunningServer>
  readonly openRegistry: (name: string, options: { readonly mended: readonly string[] }) => Promise<RunningRegistry>
  readonly fixtures: Partial<Fixtures>
  readonly registryFixtures: Partial<Fixtures>
}

/** Loads the servers with their frameworks, and builds those that need it, in about 8 s. */
export async function loadServers(): Promise<ServersModule> {
  const file = new URL('defaults/open.ts', import.meta.url)
  const servers = (await import(pathToFileURL(file.pathname).href)) as ServersModule
  await servers.buildServers()
  return servers
}

/** Formats the defaults as a table. */
export function formatDefaults(servers: readonly DefaultServer[]): string {
  const rows = servers.flatMap(({ breaks, name }) => {
    if (breaks.length === 0) return [`| ${name} | none breaks a statement | | | |`]
    return breaks.map(({ checks, description, mend, statement }) => {
      const ids = checks.map((id) => `\`${id}\``).join(', ')
      return `| ${name} | ${description} | ${statement} | ${ids} | \`${mend}\` |`
    })
  })
  return ['| server | default | statement | checks that fail | mend |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}
