import fc from 'fast-check'
import { expect } from 'vitest'
import { execute, manifest, run } from '../call-api.ts'
import { environments, expectedExecution, expectedManifest, toolSetIds } from './model.ts'
import { type Command, command, tools } from './real.ts'

const toolSet = fc.constantFrom(...toolSetIds)
const environment = fc.constantFrom(...environments)
const tool = fc.constantFrom('say', 'fail')

/** What can be done with tool sets, credits, and the registries of a workspace. */
export const registryCommands: readonly fc.Arbitrary<Command>[] = [
  toolSet.map(addVersion),
  fc.record({ toolSet, environment, back: fc.nat({ max: 1 }) }).map(publishVersion),
  fc.nat({ max: 3 }).map(setCredits),
  environment.map(listManifest),
  fc.record({ toolSet, environment, tool }).map(executeOne),
  environment.map(connectAndAdd),
  environment.map(synchronize),
  fc.record({ environment, active: fc.boolean() }).map(setActive),
  fc.record({ toolSet, tool }).map(runWithTool),
]

function addVersion(id: string): Command {
  return command(`add a version of ${id}`, async (model, { service }) => {
    const version = (model.versions.get(id) ?? 0) + 1
    service.addToolSetVersion('org', { toolSet: id, version: String(version), tools: tools(String(version)) })
    model.versions.set(id, version)
  })
}

function publishVersion(given: { readonly toolSet: string; readonly environment: string; readonly back: number }): Command {
  return command(`publish ${given.toolSet} to ${given.environment}`, async (model, { service }) => {
    const version = Math.max(1, (model.versions.get(given.toolSet) ?? 1) - given.back)
    service.publishToolSet('org', { toolSet: given.toolSet, environment: given.environment, version: String(version) })
    model.published.get(given.toolSet)?.set(given.environment, version)
  })
}

function setCredits(credits: number): Command {
  return command(`set credits to ${credits}`, async (model, { service }) => {
    service.setCredits('org', credits)
    model.credits = credits
  })
}

function listManifest(profile: string): Command {
  return command(`manifest of ${profile}`, async (model, { service }) => {
    const expected = expectedManifest(model, profile)
    const { body, status } = await manifest(service, { key: `key-${profile}` })
    if (expected.size === 0) expect([status, body]).toEqual([400, { message: 'No published toolsets' }])
    else expect(listedVersions(body)).toEqual(Object.fromEntries(expected))
  })
}

function listedVersions(body: unknown): Record<string, number> {
  const { toolsets } = body as { readonly toolsets: readonly { readonly id: string; readonly version: string }[] }
  return Object.fromEntries(toolsets.map(({ id, version }) => [id, Number(version)]))
}

function executeOne(given: { readonly toolSet: string; readonly environment: string; readonly tool: string }): Command {
  return command(`execute ${given.tool} of ${given.toolSet} in ${given.environment}`, async (model, { service }) => {
    const expected = expectedExecution(model, { ...given, fails: given.tool === 'fail' })
    const payload = { toolset: given.toolSet, tool: given.tool }
    const { body, status } = await execute(service, { key: `key-${given.environment}`, payload })
    expect(status).toBe(expected.status)
    if (expected.succeeds) {
      model.credits -= 1
      const version = model.published.get(given.toolSet)?.get(given.environment)
      expect(body).toEqual({ status: 'success', result: `${version} ${given.environment}` })
    }
    expect(service.creditBalance('org')).toBe(model.credits)
  })
}

function connectAndAdd(profile: string): Command {
  return command(
    `connect ${profile}`,
    async (model, { service }) => {
      const expected = expectedManifest(model, 'default').size > 0
      expect(service.mayConnect('org')).toBe(expected)
      if (!expected) {
        expect(() => service.connect('org', profile)).toThrow('no tool set has a version published')
        return
      }
      const entry = service.connect('org', profile)
      expect(service.connect('org', profile)).toEqual(entry)
      service.addRegistry('space', { ...entry, name: profile })
      model.entries.set(profile, { active: true, synced: undefined, environment: profile })
    },
    (model) => !model.entries.has(profile),
  )
}

function synchronize(profile: string): Command {
  return command(
    `synchronize ${profile}`,
    async (model, { service }) => {
      const expected = expectedManifest(model, profile)
      if (expected.size === 0) {
        await expect(service.syncRegistry('space', profile)).rejects.toThrow('400 No published toolsets')
        return
      }
      await service.syncRegistry('space', profile)
      Object.assign(model.entries.get(profile) ?? {}, { synced: expected })
    },
    (model) => model.entries.has(profile),
  )
}

function setActive({ active, environment: profile }: { readonly environment: string; readonly active: boolean }): Command {
  return command(
    `${active ? 'activate' : 'deactivate'} ${profile}`,
    async (model, { service }) => {
      if (active) service.activateRegistry('space', profile)
      else service.deactivateRegistry('space', profile)
      Object.assign(model.entries.get(profile) ?? {}, { active })
    },
    (model) => model.entries.has(profile),
  )
}

function runWithTool(given: { readonly toolSet: string; readonly tool: string }): Command {
  return command(`run with ${given.tool} of ${given.toolSet}`, async (model, { service }) => {
    const { body } = await run(service, { flowId: 'user', key: 'key-user', args: given })
    const offering = [...model.entries.values()].find(({ active, synced }) => active && synced?.has(given.toolSet))
    if (offering === undefined) {
      expect(body).toMatchObject({ status: 'failed', error: { name: 'RegistryError' } })
    } else {
      const expected = expectedExecution(model, {
        toolSet: given.toolSet,
        environment: offering.environment,
        fails: given.tool === 'fail',
      })
      expect(body).toMatchObject({ status: expected.succeeds ? 'success' : 'failed' })
      if (expected.succeeds) model.credits -= 1
    }
    expect(service.creditBalance('org')).toBe(model.credits)
  })
}
