import { Pool } from 'pg'
import { formatTables, POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore } from './run-store.ts'

/** Stores runs with the module pg alone, without an ORM. */
export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  const pool = new Pool({ connectionString: postgres.url, max: POOL_SIZE })
  await pool.query(formatTables({ json: mended.includes('nul') ? 'json' : 'jsonb' }))

  const toJson = (value: unknown) => (mended.includes('values') ? JSON.stringify(value) : value)

  return {
    start: async ({ args, flowId, id }) => {
      await pool.query(`INSERT INTO runs (id, "flowId", status) VALUES ($1, $2, 'running')`, [id, flowId])
      for (const { name, value } of args) {
        await pool.query('INSERT INTO arguments ("runId", name, value) VALUES ($1, $2, $3)', [id, name, toJson(value)])
      }
    },
    end: async (id, { error, result, status, stepOutputs }) => {
      const values = [id, status, toJson(result), toJson(error), toJson(stepOutputs)]
      await pool.query('UPDATE runs SET status = $2, result = $3, error = $4, "stepOutputs" = $5 WHERE id = $1', values)
    },
    read: async (id) => {
      const runs = await pool.query('SELECT * FROM runs WHERE id = $1', [id])
      const args = await pool.query('SELECT * FROM arguments WHERE "runId" = $1 ORDER BY id', [id])
      return { ...runs.rows[0], args: args.rows }
    },
    countSucceeded: async (flowId) => {
      const { rows } = await pool.query(`SELECT count(*) FROM runs WHERE "flowId" = $1 AND status = 'success'`, [flowId])
      return Number(rows[0].count)
    },
    close: async () => {
      await pool.end()
      await postgres.close()
    },
  }
}
