import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** A PostgreSQL server with an empty database. */
export interface Postgres {
  /** The address, which every library for PostgreSQL reads. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** The size of a pool. Connections of PGlite share one session, so two of them would replace each other's statements. */
export const POOL_SIZE = 1

/** The files of a database, which take 2 s. They are created while Next.js is built. */
const emptyDatabase = createEmptyDatabase()
// The first store that needs the files reports a failure.
emptyDatabase.catch(() => {})

/** Starts PostgreSQL in this process, in 0.3 s. */
export async function startPostgres(): Promise<Postgres> {
  const database = await PGlite.create({ loadDataDir: await emptyDatabase })
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0 })
  await server.start()

  return {
    url: `postgres://postgres@${server.getServerConn()}/postgres`,
    close: async () => {
      await server.stop()
      await database.close()
    },
  }
}

async function createEmptyDatabase(): Promise<File | Blob> {
  const database = await PGlite.create()
  const files = await database.dumpDataDir('none')
  await database.close()
  return files
}

/** The statements that create the tables, for the libraries that need a program of their own to create them. */
export function formatTables({ json }: { readonly json: 'json' | 'jsonb' }): string {
  return `
    CREATE TABLE runs (
      id text PRIMARY KEY, "flowId" text NOT NULL, status text NOT NULL, result ${json}, error ${json}, "stepOutputs" ${json}
    );
    CREATE TABLE arguments (
      id serial PRIMARY KEY, "runId" text NOT NULL REFERENCES runs, name text NOT NULL, value ${json}
    )`
}
