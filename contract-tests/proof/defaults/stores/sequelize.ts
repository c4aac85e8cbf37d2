import { DataTypes, type Model, Sequelize } from 'sequelize'
import { POOL_SIZE, startPostgres } from './postgres.ts'
import type { OpenStore, StoredRun } from './run-store.ts'

interface RunModel extends Model {
  readonly stepOutputs: object
}

export const openStore: OpenStore = async ({ mended }) => {
  const postgres = await startPostgres()
  const sequelize = new Sequelize(postgres.url, { logging: false, pool: { max: POOL_SIZE } })
  const json = mended.includes('nul') ? DataTypes.JSON : DataTypes.JSONB
  const Run = sequelize.define<RunModel>('run', {
    id: { type: DataTypes.STRING, primaryKey: true },
    flowId: DataTypes.STRING,
    status: DataTypes.STRING,
    result: json,
    error: json,
    stepOutputs: { type: json, defaultValue: {} },
  })
  const Argument = sequelize.define('argument', { name: DataTypes.STRING, value: json })
  Run.hasMany(Argument, { as: 'args' })
  await sequelize.sync()

  return {
    start: async (run) => {
      await Run.create({ ...run, status: 'running' }, { include: 'args' })
    },
    end: async (id, { stepOutputs, ...outcome }) => {
      const run = await Run.findByPk(id, { rejectOnEmpty: true })
      Object.assign(run.stepOutputs, stepOutputs)
      if (mended.includes('in-place')) run.changed('stepOutputs', true)
      run.set(outcome)
      await run.save()
    },
    read: async (id) => {
      const run = await Run.findByPk(id, { include: 'args', rejectOnEmpty: true })
      return run.get({ plain: true }) as StoredRun
    },
    countSucceeded: (flowId) => Run.count({ where: { flowId, status: 'success' } }),
    close: async () => {
      await sequelize.close()
      await postgres.close()
    },
  }
}
