import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql'
import { POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore } from './run-store.ts'

export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  const { Argument, Run } = createEntities({ json: mended.includes('nul') ? 'json' : 'jsonb' })
  const orm = await MikroORM.init({ clientUrl: postgres.url, pool: { max: POOL_SIZE }, entities: [Run, Argument] })
  await orm.schema.create()

  return {
    start: async ({ args, flowId, id }) => {
      const em = orm.em.fork()
      em.create(Run, { id, flowId, status: 'running', args: args.map(({ name, value }) => ({ name, value })) })
      await em.flush()
    },
    end: async (id, { stepOutputs, ...outcome }) => {
      const em = orm.em.fork()
      const run = await em.findOneOrFail(Run, id)
      em.assign(run, outcome)
      Object.assign(run.stepOutputs, stepOutputs)
      await em.flush()
    },
    read: async (id) => {
      const run = await orm.em.fork().findOneOrFail(Run, id, { populate: ['args'] })
      return { ...run, args: run.args.getItems() }
    },
    countSucceeded: (flowId) => orm.em.fork().count(Run, { flowId, status: 'success' }),
    close: async () => {
      await orm.close()
      await postgres.close()
    },
  }
}

function createEntities({ json }: { readonly json: 'json' | 'jsonb' }) {
  const Argument = defineEntity({
    name: 'Argument',
    properties: {
      id: p.integer().primary(),
      name: p.string(),
      value: p.json<object>().columnType(json),
      run: () => p.manyToOne(Run),
    },
  })
  const Run = defineEntity({
    name: 'Run',
    properties: {
      id: p.string().primary(),
      flowId: p.string(),
      status: p.string(),
      result: p.json<object>().columnType(json).nullable(),
      error: p.json<object>().columnType(json).nullable(),
      stepOutputs: p
        .json<object>()
        .columnType(json)
        .onCreate(() => ({})),
      args: () => p.oneToMany(Argument).mappedBy('run'),
    },
  })
  return { Argument, Run }
}
