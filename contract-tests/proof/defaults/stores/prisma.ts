import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { storeAsJsonTexts } from './json-texts.ts'
import { formatTables, POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore, RunStore, StoredRun } from './run-store.ts'

/** The members of the generated client that are used. Type checks run before it is generated. */
interface GeneratedClient {
  readonly PrismaClient: new (options: { readonly adapter: PrismaPg }) => Client
}

interface Client {
  readonly run: {
    readonly create: (query: { readonly data: object }) => Promise<unknown>
    readonly update: (query: { readonly where: { readonly id: string }; readonly data: object }) => Promise<unknown>
    readonly findUniqueOrThrow: (query: {
      readonly where: { readonly id: string }
      readonly include: { readonly args: true }
    }) => Promise<StoredRun>
    readonly count: (query: { readonly where: { readonly flowId: string; readonly status: string } }) => Promise<number>
  }
  readonly $disconnect: () => Promise<void>
}

export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  await createTables(postgres.url, { json: mended.includes('nul') ? 'json' : 'jsonb' })
  const { PrismaClient } = await loadClient()
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: postgres.url, max: POOL_SIZE }) })

  const store: RunStore = {
    start: async ({ args, flowId, id }) => {
      await prisma.run.create({ data: { id, flowId, status: 'running', args: { create: args } } })
    },
    end: async (id, outcome) => {
      await prisma.run.update({ where: { id }, data: outcome })
    },
    read: (id) => prisma.run.findUniqueOrThrow({ where: { id }, include: { args: true } }),
    countSucceeded: (flowId) => prisma.run.count({ where: { flowId, status: 'success' } }),
    close: async () => {
      await prisma.$disconnect()
      await postgres.close()
    },
  }
  return mended.includes('numbers') || mended.includes('proto') ? storeAsJsonTexts(store) : store
}

/** Loads the client that `prisma generate` writes. */
async function loadClient(): Promise<GeneratedClient> {
  return import(new URL('prisma/generated/client.ts', import.meta.url).href)
}

async function createTables(url: string, options: Parameters<typeof formatTables>[0]): Promise<void> {
  const pool = new Pool({ connectionString: url })
  await pool.query(formatTables(options))
  await pool.end()
}
