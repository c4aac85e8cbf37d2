import { defineWorkflow, responseOf, runMany, unwrap, WorkflowFailedError, waitForRun } from '@wfhost/sdk'
import { expect } from 'vitest'
import * as z from 'zod'
import { succeededRun, withSteps } from '../../../../tools/scripts/run-bodies.ts'
import { contractFixtures } from '../../../proof/contract-world.ts'
import { type ClientScenario, endlessFlow, keyOf, origin, type Stage } from './client-scenario.ts'

const given = { text: 'ä', count: 1.5, flag: false, data: { deep: [null] }, list: [1, 'two'] }

/** Scenarios of runs, starts and batches, for the behaviour that the source document shows. */
export const runScenarios: readonly ClientScenario[] = [
  {
    name: 'a run returns its result with arguments of every type',
    play: async ({ workflows }) => {
      expect(await workflows(keyOf('echo')).run('echo', given)).toMatchObject(succeededRun(given))
    },
  },
  {
    name: 'a typed workflow returns a checked result',
    play: async ({ workflows }) => {
      const shape = z.object({ text: z.string() })
      const echo = defineWorkflow({ flowId: 'echo', args: shape, result: shape })
      expect(unwrap(await workflows(keyOf('echo')).run(echo, { text: 'x' })).text).toBe('x')
    },
  },
  {
    name: 'a failed run is a result with its error and its steps',
    play: async ({ requests, workflows }) => {
      const run = await workflows(keyOf('failing')).run('failing')
      expect(run).toMatchObject({
        status: 'failed',
        error: { name: 'RangeError', value: 'The card is declined', traceback: expect.any(String) },
        ...withSteps({ 'look-up': { status: 'success', result: { customer: 'Ada' } }, charge: { status: 'failed' } }),
      })
      expect(() => unwrap(run)).toThrow(WorkflowFailedError)
      expect(requests()).toBe(1)
    },
  },
  {
    name: 'a start finds the run ID without configuration',
    play: async ({ workflows }) => {
      const started = await workflows(keyOf('echo')).start('echo', { text: 'x' })
      const { runId = 'none' } = started
      expect(JSON.stringify(responseOf(started)?.fields)).toContain(runId)
      return (service) => expect(runId).toBe(service.runs()[0]?.runId)
    },
  },
  {
    name: 'two starts have two run IDs in the configured field',
    play: async ({ assumptions, workflows }) => {
      const client = workflows(keyOf('echo'))
      const options = { runId: assumptions.runIdField }
      const started = [await client.start('echo', {}, options), await client.start('echo', {}, options)]
      expect(new Set(started.map(({ runId }) => runId)).size).toBe(2)
      return (service) => expect(started.map(({ runId }) => runId)).toEqual(service.runs().map(({ runId }) => runId))
    },
  },
  {
    name: 'the client waits for a started run',
    play: async (stage) => {
      const { now } = stage.service.clock
      const end = now() + contractFixtures.slow.durationMs
      // If the API does not show the end of a run (RUN-STATUS-ENDPOINT), users need their own way to detect it.
      const reports = async (): Promise<unknown> => (now() < end ? undefined : ended)
      const options = {
        poll: ({ runId }: { runId: string }) => (stage.assumptions.statusEndpoint === 'none' ? reports() : ask(stage, runId)),
      }
      const started = await stage.workflows(keyOf('slow')).start('slow')
      expect(await stage.elapse(waitForRun(started, options))).toMatchObject(ended)
      return (service) => expect(service.getRun(started.runId ?? 'none').result).toMatchObject(ended)
    },
  },
  {
    name: 'the client waits for a slow run',
    play: async ({ elapse, workflows }) => {
      expect(await elapse(workflows(keyOf('slow')).run('slow'))).toMatchObject({ result: 'worth the wait' })
    },
  },
  {
    name: 'a run that takes too long is not started twice',
    play: async ({ elapse, assumptions, requests, workflows }) => {
      const ending = await elapse(
        workflows(endlessFlow.key)
          .run(endlessFlow.flowId)
          .catch((error: unknown) => error),
      )
      const late = { name: 'APIError', status: assumptions.syncTimeoutStatus, mayHaveRun: true }
      expect(ending).toMatchObject(assumptions.syncTimeoutMs === undefined ? { result: 'at last' } : late)
      expect(requests()).toBe(1)
      return (service) => expect(service.runs()).toHaveLength(1)
    },
  },
  {
    name: 'a batch runs each input once',
    play: async ({ elapse, workflows }) => {
      const inputs = [{ count: 1 }, { count: 2 }, { count: 'three' }, { count: 4 }]
      const outcomes: string[] = []
      await elapse(
        (async () => {
          for await (const { index, outcome } of runMany(workflows(keyOf('echo')), 'echo', inputs))
            outcomes.push(`${index} ${outcome}`)
        })(),
      )
      expect(outcomes.toSorted()).toEqual(['0 succeeded', '1 succeeded', '2 refused', '3 succeeded'])
      return (service) => expect(service.runs()).toHaveLength(3)
    },
  },
]

const ended = { status: 'success', result: 'worth the wait' }

/** Reads a run at the path that some services have (RUN-STATUS-ENDPOINT). Returns undefined while it is running. */
async function ask({ fetch }: Stage, runId: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${keyOf('slow')}` }
  const response = await fetch(new Request(`${origin}/api/v2/external/flows/slow/runs/${runId}`, { headers }))
  const run: unknown = await response.json()
  return Object(run).status === 'running' ? undefined : run
}
