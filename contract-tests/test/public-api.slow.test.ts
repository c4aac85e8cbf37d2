import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listExports } from '../../tools/surface/documentation.ts'

const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

test('the package exports exactly these values and types', { timeout: 60_000 }, () => {
  const names = listExports(folder).symbols.map(({ name }) => name.replace('@wfhost/contract-tests', '').trim())
  expect(names.toSorted()).toEqual([
    '/vitest ConformanceTarget',
    '/vitest describeConformance',
    'Area',
    'Check',
    'CheckResult',
    'ConfigurationError',
    'ConformanceReport',
    'Fixtures',
    'Permission',
    'SecretLeak',
    'ServerDescription',
    'ServerHooks',
    'SuiteRun',
    'WorkflowCheck',
    'WorkflowCheckOptions',
    'WorkflowDefinition',
    'checkServer',
    'checkWorkflow',
    'checks',
    'verifyContract',
  ])
})
