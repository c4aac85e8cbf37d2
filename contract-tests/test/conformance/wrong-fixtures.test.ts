import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld, manifestPointers } from '../../proof/contract-world.ts'

const { slow } = contractFixtures
const { manifest } = manifestPointers

test.each([
  [
    'run-sync',
    { slow: { ...slow, durationMs: 4000 } },
    /expected a run of 4000 ms, as fixtures.slow.durationMs says, found \d+ ms/,
  ],
  [
    'man-content',
    { manifest: { ...manifest, toolSets: '/sets/*' } },
    /manifest.toolSets, \/sets\/\*, selects nothing .* names mail/,
  ],
  ['man-content', { manifest: { ...manifest, name: '/slug' } }, /fixtures.manifest.name, \/slug, selects nothing .* names mail/],
])('%s is blocked, and blames no server, for the fixture %j', async (...[id, wrong, message]) => {
  const service = createMockService(createContractWorld())
  const { report } = await checkService(service, { fixtures: { ...contractFixtures, ...wrong }, only: [id] })
  expect(report.checks).toMatchObject([{ verdict: 'blocked', message: expect.stringMatching(message) }])
})
