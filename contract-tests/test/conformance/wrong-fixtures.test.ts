import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkChanged, checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld, manifestPointers } from '../../proof/contract-world.ts'
import { onValues } from '../../proof/mutants/mutant.ts'
import { refusesValues } from '../../proof/mutants/parts/values.ts'
import { validValues } from '../../src/rules/runs/echoes.ts'
import { fixturesSchema } from '../../src/target/fixtures.ts'

const { execute, failing, slow, unpublishedOrganization } = contractFixtures
const { manifest } = manifestPointers

test.each([
  [
    'run-sync',
    { slow: { ...slow, durationMs: 4000 } },
    /expected a run of 4000 ms as in fixtures\.slow\.durationMs, found \d+ ms/,
  ],
  [
    'man-content',
    { manifest: { ...manifest, toolsets: '/sets/*' } },
    /manifest.toolsets, \/sets\/\*, selects nothing .* names mail/,
  ],
  [
    'man-empty.unpublished',
    { unpublishedOrganization: { ...unpublishedOrganization, key: 'an-organization-key' } },
    /found status 401; is fixtures.unpublishedOrganization.key a tool-hosting key of this server\?/,
  ],
  ['man-content', { manifest: { ...manifest, name: '/slug' } }, /fixtures.manifest.name, \/slug, selects nothing .* names mail/],
])('%s is blocked without a failure for the fixture %j', async (...[id, wrong, message]) => {
  const service = createMockService(createContractWorld())
  const { report } = await checkService(service, { fixtures: { ...contractFixtures, ...wrong }, only: [id] })
  expect(report.checks).toMatchObject([{ verdict: 'blocked', message: expect.stringMatching(message) }])
})

test.each([
  ['needle', 'expected "needle" at /result/sent, found "needle-7f3". A pointer requires the whole value'],
  ['thread', 'expected "thread" at /result/sent, found "needle-7f3"'],
])('a failure shows the value at the pointer instead of the text %j', async (expectedText, message) => {
  const service = createMockService(createContractWorld())
  const fixtures = { ...contractFixtures, execute: { ...execute, pointer: '/result/sent', expectedText } }
  const { report } = await checkService(service, { fixtures, only: ['exe-endpoint'] })
  const [firstLine] = report.checks[0]?.message.split('\n') ?? []
  expect(firstLine).toBe(message)
})

const { boolean, ...otherParameters } = contractFixtures.echo.parameters

test.each([
  ['number', { ...otherParameters, number: 'amount' }, 'which gets the same 400 for a value of each type'],
  // The reference server suggests the similar name.
  ['array', { ...otherParameters, array: 'liste' }, 'which gets the same 400 for a value of each type'],
  ['number', { ...otherParameters, number: boolean }, 'which accepts a value of type boolean, and gets 400 for type number'],
] as const)(
  'checks are blocked if the parameter of type %s is wrong in %j',
  { timeout: 60_000 },
  async (type, parameters, reason) => {
    const service = createMockService(createContractWorld())
    const bodies: string[] = []
    const fetch = async (request: Request): Promise<Response> => {
      bodies.push(await request.clone().text())
      return service.fetch(request)
    }
    const fixtures = { ...contractFixtures, echo: { ...contractFixtures.echo, parameters } }
    const { report } = await checkService({ ...service, fetch }, { fixtures, areas: ['run-sync', 'run-async'] })
    expect(report.counts).toMatchObject({ fail: 0, error: 0, warn: 0 })

    const place = `fixtures.echo.parameters.${type}`
    const expected = `precondition failed: expected ${place} to name a parameter of type ${type}, found "${parameters[type]}", ${reason}.`
    const blocked = report.checks.filter(({ message }) => message.startsWith(expected))
    expect(blocked.map(({ id }) => id)).toEqual(expect.arrayContaining(['run-arg-value', `run-arg-type.${type}`]))
    for (const { exchanges, failedExchange = -1, message } of blocked) {
      expect(message).toContain(`If the name is right, the server refuses ${type}s`)
      expect(exchanges[failedExchange]?.status).toBe(400)
    }

    const cause = report.causes.find(({ fixture }) => fixture === place)
    expect(cause?.title).toBe(`The server refuses a value of type ${type} for ${place}`)
    expect(cause?.remedy).toMatch(/^Correct the name, or remove it/)

    // All checks share one request for each type, and RUN-ARG-TYPE sends its own first.
    const value = JSON.stringify(validValues[type])
    const harmless = `{"args":[{"name":"${parameters[type]}","value":${value}}],"mode":"sync"}`
    const ownRequests = blocked.filter(({ exchanges }) => exchanges[0]?.requestBody === harmless)
    expect(bodies.filter((body) => body === harmless)).toHaveLength(ownRequests.length + 1)
  },
)

test.each([
  ['refuses arrays', refusesValues('RUN-ARG-VALUE', { defect: 'arrays are refused', when: Array.isArray }).mutate],
  ['treats a list of one item as the item', onValues((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value))],
] as const)('a check fails if the server has a declared parameter and %s', async (_, mutate) => {
  const { report } = await checkChanged(mutate, { only: ['run-arg-value', 'run-arg-type.array'] })
  const { message, verdict } = report.checks.find(({ id }) => id === 'run-arg-value') ?? {}
  expect(verdict).toBe('fail')
  expect(message).toContain('Either the server refuses arrays, or fixtures.echo.parameters.array names a parameter')
  expect(report.checks.find(({ id }) => id === 'run-arg-type.array')?.verdict).toBe('blocked')
})

test('a check that an additional fixture would make stronger passes, and its advice names the fixture', async () => {
  const service = createMockService(createContractWorld())
  const fixtures = { ...contractFixtures, failing: { ...failing, error: undefined } }
  const { report } = await checkService(service, { fixtures, only: ['run-error'] })
  const advice = expect.stringContaining('Declare both as fixtures.failing.error to check them')
  expect(report.checks).toMatchObject([{ verdict: 'pass', advice }])
})

test('accepts an empty pointer for the whole response, as in RFC 6901', () => {
  const declared = { execute: { ...execute, pointer: '' } }
  expect(fixturesSchema.partial().parse(declared)).toEqual(declared)
  const output = fixturesSchema.partial().safeParse({ execute: { ...execute, pointer: 'result' } }).error?.message
  expect(output).toContain('expected a JSON pointer, such as /result, or')
})
