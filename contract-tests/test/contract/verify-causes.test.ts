import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import type { ReportedCause } from '../../src/engine/conformance-report.ts'
import { recordConsumerTests } from './consumer-tests.ts'
import { type StagingOptions, serveStaging } from './staging.ts'

const contract = await recordConsumerTests()

interface Mistake {
  readonly staging?: StagingOptions
  /** Members that replace those of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>
}

async function listCauses({ config = {}, staging }: Mistake): Promise<readonly ReportedCause[]> {
  const { config: correct } = await serveStaging(staging)
  const { output } = await runCommandLine(['verify', contract, '--json'], { config: { ...correct, ...config } })
  return JSON.parse(output).causes
}

test.each<[mistake: string, options: Mistake, title: string]>([
  ['a wrong product', { config: { product: 'other' } }, 'Every request to the tool registry got 404 or 401'],
  [
    'a server that always fails',
    { staging: { change: () => Response.json({ message: 'Fault' }, { status: 500 }) } },
    'Every response has status 500',
  ],
  [
    'a server that accepts no key',
    { staging: { change: () => Response.json({ message: 'Unknown key' }, { status: 401 }) } },
    'Every request with a key got 401',
  ],
])('%s is one cause of a broken contract', async (_, options, title) => {
  const causes = await listCauses(options)
  expect(causes.map((cause) => cause.title)).toEqual([title])
})

test('a wrong key of an organization is one cause, which names its place in the configuration', async () => {
  const { config } = await serveStaging()
  const { organizations, ...others } = Object(config['contract'])
  const keys = { ...organizations.acme.keys, Default: 'key-of-another-server' }
  const causes = await listCauses({
    config: { contract: { ...others, organizations: { acme: { ...organizations.acme, keys } } } },
  })

  expect(causes).toMatchObject([
    {
      title: expect.stringMatching(/^Every request with \$\w+ got 401$/),
      remedy: 'Check the key of contract.organizations.acme.keys.Default: the server does not accept it.',
    },
  ])
})

test('a wrong key of a workflow has a remedy that names its place in the configuration', async () => {
  const { config } = await serveStaging()
  const { workflows, ...others } = Object(config['contract'])
  const triage = { ...workflows.triage, key: 'key-of-another-server' }
  const causes = await listCauses({ config: { contract: { ...others, workflows: { ...workflows, triage } } } })

  const refused = causes.find(({ title }) => title === 'A run with contract.workflows.triage gets status 401')
  expect(refused?.remedy).toMatch(/If the server is right, correct the key of contract\.workflows\.triage\.$/)
})
