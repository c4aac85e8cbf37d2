import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { contractFixtures } from '../contract-world.ts'
import { copyEdited, type Edit } from './open-world.ts'
import { createPlainServer, type PlainServer } from './plain-node/server.ts'

const folder = fileURLToPath(new URL('plain-node', import.meta.url))

/** The versions of this world are dates. */
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
  const copy = await copyEdited(folder, edits)
  const edited: { readonly createPlainServer: () => PlainServer } = await import(pathToFileURL(join(copy, 'server.ts')).href)
  await rm(copy, { recursive: true })
  return edited.createPlainServer
}
