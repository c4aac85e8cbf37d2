import { APIError } from '@wfhost/sdk'
import { expect } from 'vitest'
import { contractFixtures } from '../../../proof/contract-world.ts'
import type { ClientScenario, Stage } from './client-scenario.ts'

const { execute, executeEnvironment, executeFailing, nothingPublished, organization, otherEnvironment, registry } =
  contractFixtures
const { orgId: unpublishedOrgId, key: unpublishedKey, latestVersion, toolset } = contractFixtures.unpublishedOrganization

/** The credits that the contract world gives to Acme. */
const acmeCredits = 100

/** Scenarios of manifests and executions. No document shows the structure of their bodies, so values are searched there. */
export const registryScenarios: readonly ClientScenario[] = [
  {
    name: 'the manifest lists the versions that are published to the environment of the key',
    play: async (stage) => {
      for (const { key, listed, notListed } of [registry, otherEnvironment]) {
        const manifest = JSON.stringify(await stage.registry({ apiKey: key }).manifest())
        for (const { tool, toolset, version } of listed) {
          for (const expected of [tool, toolset, version]) expect(manifest).toContain(`"${expected}"`)
        }
        for (const hidden of notListed) expect(manifest).not.toContain(`"${hidden}"`)
      }
    },
  },
  {
    name: 'an empty manifest is a NoPublishedToolsetsError with every form of its body',
    play: async (stage) => {
      const error = { name: 'NoPublishedToolsetsError', status: 400, mayHaveRun: false }
      await expect(stage.registry({ apiKey: nothingPublished.key }).manifest()).rejects.toMatchObject(error)
    },
  },
  {
    name: 'a wrong key is an AuthenticationError at every endpoint',
    play: async (stage) => {
      const client = stage.registry({ apiKey: 'wrong' })
      const error = { name: 'AuthenticationError', status: 401, mayHaveRun: false }
      const calls = [client.manifest(), client.organizationManifest('acme'), client.execute(execute.payload)]
      await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(error)))
    },
  },
  {
    name: 'the organization manifest is there by key and by session',
    play: async (stage) => {
      const session = { value: 'session-acme', cookie: stage.assumptions.sessionCookie }
      const byKey = await stage.registry({ apiKey: organization.key }).organizationManifest(organization.orgId)
      const bySession = await stage.registry({ session }).organizationManifest(organization.orgId)
      expect(JSON.stringify(byKey)).toContain('"mail"')
      expect(bySession).toEqual(byKey)
    },
  },
  {
    name: 'the organization manifest falls back to the latest version',
    play: async (stage) => {
      const manifest = await stage.registry({ apiKey: unpublishedKey }).organizationManifest(unpublishedOrgId)
      for (const expected of [toolset, latestVersion]) expect(JSON.stringify(manifest)).toContain(`"${expected}"`)
    },
  },
  {
    name: 'the manifest of a foreign organization is refused',
    play: async (stage) => {
      const refused = stage.registry({ apiKey: organization.key }).organizationManifest('globex')
      await expect(refused).rejects.toBeInstanceOf(APIError)
    },
  },
  {
    name: 'an execution shows its result and its environment, and costs a credit',
    play: async (stage) => {
      const { registry: own, otherEnvironment: other } = executeEnvironment.expectedText
      expect(JSON.stringify(await run(stage, execute.payload))).toContain(execute.expectedText)
      expect(JSON.stringify(await run(stage, executeEnvironment.payload))).toContain(own)
      const elsewhere = stage.registry({ apiKey: otherEnvironment.key }).execute(executeEnvironment.payload)
      expect(JSON.stringify(await elsewhere)).toContain(other)
      return (service) => expect(service.creditBalance('acme')).toBe(acmeCredits - 3)
    },
  },
  {
    name: 'an execution that fails says why, costs nothing and is not repeated',
    play: async (stage) => {
      // Which status carries it is not shown: the client returns it with 200, and throws it with its body otherwise.
      const ended = await run(stage, executeFailing).catch((error: unknown) =>
        error instanceof APIError ? error.body : undefined,
      )
      expect(JSON.stringify(ended)).toContain('The mailbox is full')
      expect(stage.requests()).toBe(1)
      return (service) => expect(service.creditBalance('acme')).toBe(acmeCredits)
    },
  },
  {
    name: 'an unknown tool and an empty balance are refused, and nothing runs',
    play: async (stage) => {
      const refused = { mayHaveRun: false, body: expect.anything() }
      await expect(run(stage, { toolset: 'mail', tool: 'receive' })).rejects.toMatchObject(refused)
      stage.service.setCredits('acme', 0)
      await expect(run(stage, execute.payload)).rejects.toMatchObject(refused)
      return (service) => expect(service.creditBalance('acme')).toBe(0)
    },
  },
  {
    name: 'over the rate limit, the client repeats a registry request at the stated time',
    play: async (stage) => {
      stage.service.setRateLimit({ requests: 1, windowMs: 7000 })
      const client = stage.registry({ apiKey: registry.key })
      const manifest = await client.manifest()
      const begin = stage.service.clock.now()
      expect(await stage.elapse(client.manifest())).toEqual(manifest)
      expect(stage.service.clock.now() - begin).toBeGreaterThanOrEqual(7000)
    },
  },
  {
    name: 'a workflow uses a tool of the registry that it is connected to',
    play: async ({ service, workflows }) => {
      service.addWorkflow('support', {
        flowId: 'tool-user',
        key: 'key-tool-user',
        published: true,
        implementation: (_args, { useTool }) => useTool('ask', { toolset: 'mail', tool: 'sender' }),
      })
      service.registries.add('support', service.registries.connect('acme', 'default'))
      await service.registries.sync('support', 'Acme')
      const run = await workflows('key-tool-user').run('tool-user')
      expect(run).toMatchObject({ status: 'success', result: executeEnvironment.expectedText.registry })
    },
  },
]

function run(stage: Stage, payload: object): Promise<unknown> {
  return stage.registry({ apiKey: registry.key }).execute(payload)
}
