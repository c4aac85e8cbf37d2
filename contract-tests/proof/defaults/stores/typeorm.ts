import 'reflect-metadata'
import { DataSource, EntitySchema } from 'typeorm'
import { POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore, RunArgument, RunStore, StoredRun } from './run-store.ts'

interface RunEntity extends StoredRun {
  readonly id: string
  readonly flowId: string
}

interface ArgumentEntity extends RunArgument {
  readonly id: number
  readonly run: RunEntity
}

export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  const { ArgumentEntity, RunEntity } = createEntities({ json: mended.includes('nul') ? 'json' : 'jsonb' })
  const source = new DataSource({
    type: 'postgres',
    url: postgres.url,
    poolSize: POOL_SIZE,
    entities: [RunEntity, ArgumentEntity],
    synchronize: true,
  })
  await source.initialize()
  const runs = source.getRepository(RunEntity)
  const writer = mended.includes('proto') ? createPlainWriter(source) : createWriter(source)

  return {
    ...writer,
    read: (id) => runs.findOneOrFail({ where: { id }, relations: { args: true } }),
    countSucceeded: (flowId) => runs.countBy({ flowId, status: 'success' }),
    close: async () => {
      await source.destroy()
      await postgres.close()
    },
  }
}

type Writer = Pick<RunStore, 'start' | 'end'>

/** Writes runs with save(), which merges the values into new entities. */
function createWriter(source: DataSource): Writer {
  const runs = source.getRepository<RunEntity>('run')
  return {
    start: async ({ args, flowId, id }) => {
      await runs.save({ id, flowId, status: 'running', args })
    },
    end: async (id, outcome) => {
      await runs.save({ id, ...outcome })
    },
  }
}

/** Writes runs with insert() and update(), which copy no value. */
function createPlainWriter(source: DataSource): Writer {
  const runs = source.getRepository('run')
  const rows = source.getRepository('argument')
  return {
    start: async ({ args, flowId, id }) => {
      await runs.insert({ id, flowId, status: 'running' })
      if (args.length > 0) await rows.insert(args.map((argument) => ({ ...argument, run: { id } })))
    },
    end: async (id, outcome) => {
      await runs.update(id, outcome)
    },
  }
}

/** Creates the entities. Node runs TypeScript without decorators, so they are described by objects. */
function createEntities({ json }: { readonly json: 'json' | 'jsonb' }) {
  const RunEntity = new EntitySchema<RunEntity>({
    name: 'run',
    columns: {
      id: { type: 'uuid', primary: true },
      flowId: { type: String },
      status: { type: String },
      result: { type: json, nullable: true },
      error: { type: json, nullable: true },
      stepOutputs: { type: json, nullable: true },
    },
    relations: { args: { type: 'one-to-many', target: 'argument', inverseSide: 'run', cascade: true } },
  })
  const ArgumentEntity = new EntitySchema<ArgumentEntity>({
    name: 'argument',
    columns: {
      id: { type: Number, primary: true, generated: true },
      name: { type: String },
      value: { type: json },
    },
    relations: { run: { type: 'many-to-one', target: 'run', inverseSide: 'args' } },
  })
  return { ArgumentEntity, RunEntity }
}
