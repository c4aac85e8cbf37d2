import mongoose, { Schema } from 'mongoose'
import { storeAsJsonTexts } from './json-texts.ts'
import { MongoCollection } from './mongo-collection.ts'
import type { OpenStore, RunStore, StoredRun } from './run-store.ts'

export const openStore: OpenStore = async ({ mended }) => {
  const schema = new Schema(
    {
      _id: String,
      flowId: { type: String, required: true },
      status: { type: String, required: true },
      args: [{ _id: false, name: { type: String, required: true }, value: Schema.Types.Mixed }],
      result: Schema.Types.Mixed,
      error: Schema.Types.Mixed,
      stepOutputs: { type: Schema.Types.Mixed, default: {} },
    },
    { minimize: !mended.includes('minimize'), autoIndex: false, autoCreate: false },
  )
  const Run = mongoose.createConnection().model('Run', schema)
  Object.assign(Run.collection, new MongoCollection())

  const store: RunStore = {
    start: async ({ args, flowId, id }) => {
      await Run.create({ _id: id, flowId, status: 'running', args })
    },
    end: async (id, { stepOutputs, ...outcome }) => {
      const run = await Run.findById(id).orFail()
      Object.assign(run.stepOutputs, stepOutputs)
      if (mended.includes('in-place')) run.markModified('stepOutputs')
      run.set(outcome)
      await run.save()
    },
    read: (id) => Run.findById(id).orFail().lean<StoredRun>().exec(),
    countSucceeded: (flowId) => Run.countDocuments({ flowId, status: 'success' }),
    close: async () => {},
  }
  return mended.includes('names') || mended.includes('nul') ? storeAsJsonTexts(store) : store
}
