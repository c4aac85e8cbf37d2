import { and, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { customType, json, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { formatTables, POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore } from './run-store.ts'

export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  const dataType = mended.includes('nul') ? 'json' : 'jsonb'
  const { args, runs } = createTables({ dataType, isParsedOnce: mended.includes('texts') })
  const db = drizzle({ connection: { connectionString: postgres.url, max: POOL_SIZE } })
  await db.execute(formatTables({ json: dataType }))

  return {
    start: async ({ args: values, flowId, id }) => {
      await db.insert(runs).values({ id, flowId, status: 'running' })
      if (values.length > 0) await db.insert(args).values(values.map(({ name, value }) => ({ runId: id, name, value })))
    },
    end: async (id, outcome) => {
      await db.update(runs).set(outcome).where(eq(runs.id, id))
    },
    read: async (id) => {
      const [run] = await db.select().from(runs).where(eq(runs.id, id))
      if (run === undefined) throw new Error(`Cannot find run ${id}: there is none`)
      return { ...run, args: await db.select().from(args).where(eq(args.runId, id)).orderBy(args.id) }
    },
    countSucceeded: (flowId) => db.$count(runs, and(eq(runs.flowId, flowId), eq(runs.status, 'success'))),
    close: async () => {
      await db.$client.end()
      await postgres.close()
    },
  }
}

interface TableOptions {
  readonly dataType: 'json' | 'jsonb'
  readonly isParsedOnce: boolean
}

function createTables({ dataType, isParsedOnce }: TableOptions) {
  // Drizzle parses each text that pg returns, also the texts that pg has parsed. A type of one's own does not.
  const parsedOnce = customType<{ data: unknown }>({ dataType: () => dataType, toDriver: (value) => JSON.stringify(value) })
  const parsedTwice = dataType === 'json' ? json : jsonb
  const createColumn = isParsedOnce ? parsedOnce : parsedTwice

  const runs = pgTable('runs', {
    id: text().primaryKey(),
    flowId: text().notNull(),
    status: text().notNull(),
    result: createColumn(),
    error: createColumn(),
    stepOutputs: createColumn(),
  })
  const args = pgTable('arguments', {
    id: serial().primaryKey(),
    runId: text()
      .notNull()
      .references(() => runs.id),
    name: text().notNull(),
    value: createColumn(),
  })
  return { args, runs }
}
