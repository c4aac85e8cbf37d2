import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld, manifestPointers } from '../../proof/contract-world.ts'
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
