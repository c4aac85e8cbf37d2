import fc from 'fast-check'
import { expect } from 'vitest'
import { run } from '../call-api.ts'
import { expectedRunStatus, flowIds } from './model.ts'
import { type Command, command } from './real.ts'

const flow = fc.constantFrom(...flowIds)

/** What can be done with workflows and their keys. */
export const flowCommands: readonly fc.Arbitrary<Command>[] = [
  flow.map(publish),
  flow.map(archive),
  flow.map(regenerate),
  fc.record({ flowId: flow, keyOf: flow, generation: fc.nat({ max: 3 }) }).map(runWith),
]

function publish(flowId: string): Command {
  return command(
    `publish ${flowId}`,
    async (model, { keys, service }) => {
      const key = service.publishWorkflow(flowId)
      const state = model.flows.get(flowId)
      const given = keys.get(flowId)
      if (state?.generation === 0) given?.push(key)
      expect(key).toBe(given?.at(-1))
      if (state !== undefined) Object.assign(state, { state: 'published', generation: Math.max(1, state.generation) })
    },
    (model) => model.flows.get(flowId)?.state !== 'archived',
  )
}

function archive(flowId: string): Command {
  return command(`archive ${flowId}`, async (model, { service }) => {
    service.archiveWorkflow(flowId)
    Object.assign(model.flows.get(flowId) ?? {}, { state: 'archived' })
  })
}

function regenerate(flowId: string): Command {
  return command(
    `regenerate ${flowId}`,
    async (model, { keys, service }) => {
      const key = service.regenerateKey(flowId)
      expect(keys.get(flowId)).not.toContain(key)
      keys.get(flowId)?.push(key)
      const state = model.flows.get(flowId)
      if (state !== undefined) state.generation += 1
    },
    (model) => (model.flows.get(flowId)?.generation ?? 0) > 0,
  )
}

function runWith(given: { readonly flowId: string; readonly keyOf: string; readonly generation: number }): Command {
  const { flowId, generation, keyOf } = given
  return command(`run ${flowId} with key ${generation} of ${keyOf}`, async (model, { keys, service }) => {
    const key = keys.get(keyOf)?.[generation - 1] ?? 'no key'
    const { body, status } = await run(service, { flowId, key })
    expect(status).toBe(expectedRunStatus(model, given))
    if (status === 200) expect(body).toMatchObject({ status: 'success', result: flowId })
  })
}
