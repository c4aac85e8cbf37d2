import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { createContractWorld } from '../../proof/contract-world.ts'

test('does not blame a reference server that has forgotten most of its runs', async () => {
  const service = createMockService(createContractWorld(), { maxRuns: 2 })
  const only = [
    'run-async.background',
    'run-async.arguments',
    'run-async.beside-others',
    'run-async.large',
    'run-malformed.not-run',
  ]
  const { report } = await checkService(service, { only })

  expect(report.checks).toHaveLength(only.length)
  expect(report.checks.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})
