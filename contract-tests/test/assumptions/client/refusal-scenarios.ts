import { BadRequestError } from '@wfhost/sdk'
import { expect } from 'vitest'
import { contractFixtures } from '../../../proof/contract-world.ts'
import { type ClientScenario, keyOf } from './client-scenario.ts'

const refused = { mayHaveRun: false, body: expect.anything() }

/** The refusals of the workflow service. */
export const refusalScenarios: readonly ClientScenario[] = [
  {
    name: 'a wrong key is an AuthenticationError without another attempt',
    play: async ({ requests, workflows }) => {
      const error = { ...refused, name: 'AuthenticationError', status: 401 }
      await expect(workflows('wrong').run('echo')).rejects.toMatchObject(error)
      await expect(workflows('wrong').start('echo')).rejects.toMatchObject(error)
      expect(requests()).toBe(2)
    },
  },
  {
    name: 'the key of another workflow or workspace is a PermissionDeniedError',
    play: async ({ workflows }) => {
      for (const key of [keyOf('slow'), keyOf('otherWorkspace')]) {
        const error = { ...refused, name: 'PermissionDeniedError', status: 403 }
        await expect(workflows(key).run('echo', { text: 'x' })).rejects.toMatchObject(error)
      }
    },
  },
  {
    name: 'an unknown, an unpublished and an archived workflow are a NotFoundError',
    play: async ({ workflows }) => {
      const { archived, unknownFlowId, unpublishedFlowId } = contractFixtures
      for (const flowId of [unknownFlowId, unpublishedFlowId, archived.flowId]) {
        const error = { ...refused, name: 'NotFoundError', status: 404 }
        await expect(workflows(keyOf('echo')).run(flowId)).rejects.toMatchObject(error)
      }
    },
  },
  {
    name: 'a missing and a mistyped argument are a BadRequestError, and nothing runs',
    play: async ({ workflows }) => {
      const client = workflows(keyOf('typed'))
      for (const args of [{ priority: 1 }, { subject: 'x', priority: 'high' }]) {
        await expect(client.run('typed', args)).rejects.toBeInstanceOf(BadRequestError)
        await expect(client.start('typed', args)).rejects.toMatchObject({ ...refused, status: 400 })
      }
      return (service) => expect(service.runs()).toEqual([])
    },
  },
  {
    name: 'over the rate limit, the client waits exactly for the time in Retry-After',
    play: async ({ elapse, requests, service, workflows }) => {
      service.setRateLimit({ requests: 1, windowMs: 7000 })
      const client = workflows(keyOf('echo'))
      await client.run('echo')
      const begin = service.clock.now()
      expect(await elapse(client.run('echo', { count: 2 }))).toMatchObject({ result: { count: 2 } })
      expect([service.clock.now() - begin >= 7000, service.clock.now() - begin <= 9000, requests()]).toEqual([true, true, 3])
    },
  },
  {
    name: 'over the rate limit, a client without retries throws a RateLimitError with the time of the next attempt',
    play: async ({ service, workflows }) => {
      service.setRateLimit({ requests: 0, windowMs: 7000 })
      const error = await workflows(keyOf('echo'))
        .run('echo', {}, { maxRetries: 0 })
        .catch((thrown: unknown) => thrown)
      const retryAt = new Date(service.clock.now() + 7000)
      expect(error).toMatchObject({ ...refused, name: 'RateLimitError', status: 429, retryAt })
    },
  },
  {
    name: 'the key of the first publish works until the next one is made',
    play: async ({ service, workflows }) => {
      const { publishableFlowId } = contractFixtures
      const first = service.publishWorkflow(publishableFlowId)
      expect(await workflows(first).run(publishableFlowId)).toMatchObject({ status: 'success' })
      const second = service.regenerateKey(publishableFlowId)
      await expect(workflows(first).run(publishableFlowId)).rejects.toMatchObject({ name: 'AuthenticationError' })
      expect(await workflows(second).run(publishableFlowId)).toMatchObject({ status: 'success' })
    },
  },
]
