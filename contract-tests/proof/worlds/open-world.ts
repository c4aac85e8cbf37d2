import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadSuiteOptions } from '../../src/config/load-config.ts'
import type { SuiteOptions } from '../../src/engine/suite.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { contractFixtures } from '../contract-world.ts'
import { createPlainServer, type PlainServer } from './plain-node/server.ts'

/** A change of one place in the source of a world. */
export interface Edit {
  readonly file: string
  /** Text that stands in the file once. */
  readonly from: string
  readonly to: string
}

export interface OpenWorld {
  readonly options: SuiteOptions
  readonly close: () => Promise<void>
}

// Compiled by themselves, with the dependencies that only `npm run selftest` installs, so nothing here imports them.
interface ServeModule {
  readonly serve: (settings: {
    readonly adminToken: string
    readonly database: string
    readonly port: number
    readonly syncTimeoutMs: number
    readonly workers: number
  }) => Promise<{ readonly app: { readonly close: () => Promise<void> }; readonly url: string }>
}
interface SeedModule {
  readonly seed: (deployment: { readonly url: string; readonly adminToken: string }) => Promise<Readonly<Record<string, string>>>
}

const folder = fileURLToPath(new URL('fastify-sqlite', import.meta.url))

/**
 * Starts the server on Fastify and SQLite from its source with some edits, on a port of its own, fills it, and reads its
 * configuration as a backend team would.
 *
 * @throws {Error} for an edit whose text does not stand in the file exactly once.
 */
export async function openWorld(edits: readonly Edit[], settings: { readonly syncTimeoutMs?: number } = {}): Promise<OpenWorld> {
  const source = edits.length === 0 ? folder : await copyEdited(folder, edits)
  const { serve } = (await import(pathToFileURL(join(source, 'serve.ts')).href)) as ServeModule
  const { seed } = (await import(pathToFileURL(join(folder, 'seed.ts')).href)) as SeedModule
  if (source !== folder) await rm(source, { recursive: true })
  const adminToken = 'the-operator-of-conveyor'
  const { app, url } = await serve({ adminToken, database: ':memory:', port: 0, syncTimeoutMs: 5000, workers: 16, ...settings })
  const environment = await seed({ url, adminToken })
  const options = await loadSuiteOptions({ file: join(folder, 'wfhost-conformance.yaml'), environment, flags: {} })
  return { options, close: () => app.close() }
}

/**
 * A copy of the source of a world with some edits, which finds the same dependencies.
 *
 * @throws {Error} for an edit whose text does not stand in the file exactly once.
 */
async function copyEdited(world: string, edits: readonly Edit[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'wfhost-world-'))
  await cp(world, copy, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(world, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { file, from, to } of edits) {
    const text = await readFile(join(copy, file), 'utf8')
    const found = text.split(from).length - 1
    if (found !== 1) throw new Error(`Cannot edit ${file}: ${JSON.stringify(from)} stands in it ${found} times`)
    await writeFile(
      join(copy, file),
      text.replace(from, () => to),
    )
  }
  return copy
}

const plainFolder = fileURLToPath(new URL('plain-node', import.meta.url))

/** The versions of the world on nothing but Node are dates. */
const dates: Readonly<Record<string, string>> = {
  ...{ '0.1.0': '2025-12-31', '0.9.1': '2026-10-09', '1.2.0': '2026-03-01', '2.0.0': '2026-11-30' },
  ...{ '3.0.1': '2026-02-01', '3.1.0': '2026-09-01', '5.4.3': '2026-05-04' },
}

const fixtures: typeof contractFixtures = JSON.parse(JSON.stringify(contractFixtures), (_name, value: unknown) =>
  typeof value === 'string' ? (dates[value] ?? value) : value,
)

/** The server on nothing but Node while it listens, and what the suite is told of it. */
export interface PlainWorld {
  readonly description: TargetDescription
  readonly close: () => Promise<void>
}

/**
 * Starts a server that shares nothing with the reference server but the source document, with some edits of its source.
 *
 * @throws {Error} for an edit whose text does not stand in the file exactly once.
 */
export async function openPlainWorld(edits: readonly Edit[] = []): Promise<PlainWorld> {
  const create = edits.length === 0 ? createPlainServer : await createEdited(edits)
  const { credits, limitTo, publish, publishToolSet, regenerate, server, succeededRuns, takeBack } = create()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot reach the server: it has no port')
  const description: TargetDescription = {
    name: 'plain Node',
    baseUrl: `http://127.0.0.1:${address.port}`,
    product: 'automata',
    fixtures: {
      ...fixtures,
      slow: { ...fixtures.slow, durationMs: 150 },
      failing: { ...fixtures.failing, error: { name: 'CardError', value: 'declined' } },
      organization: { ...fixtures.organization, sessionCookie: 'sid=session-acme' },
      execute: { payload: { call: 'mail.send', input: 'needle-7f3' }, shows: 'needle-7f3' },
      executeFailing: { call: 'mail.fail' },
      executeEnvironment: { ...fixtures.executeEnvironment, payload: { call: 'mail.sender' } },
      executeVersion: { ...fixtures.executeVersion, payload: { call: 'mail.version' } },
    },
    hooks: {
      publishWorkflow: async (flowId) => publish(flowId),
      unpublishWorkflow: async (flowId) => takeBack(flowId),
      publishToolSet: async (publication) => publishToolSet(publication),
      regenerateKey: async (flowId) => regenerate(flowId),
      creditBalance: async () => credits(),
      limitRate: async ({ requests }) => limitTo(requests),
      endedRuns: succeededRuns,
    },
  }
  const close = async (): Promise<void> => {
    server.close()
    await once(server, 'close')
  }
  return { description, close }
}

async function createEdited(edits: readonly Edit[]): Promise<() => PlainServer> {
  const copy = await copyEdited(plainFolder, edits)
  const edited: { readonly createPlainServer: () => PlainServer } = await import(pathToFileURL(join(copy, 'server.ts')).href)
  await rm(copy, { recursive: true })
  return edited.createPlainServer
}
