import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { expect, test } from 'vitest'
import { ConfigurationError } from '../../src/config/config-schema.ts'
import { type VerifiedServer, verifyContract } from '../../src/contract/verify-contract.ts'

const key = sampleKeys.workflows.echo
const body = '{"args":[{"name":"text","value":"hello"}],"mode":"sync"}'
const contract = await recordRun()

/** Records the contract of one run of the echo workflow. */
async function recordRun(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')
  await withTestWorld({ seed: createSampleWorld, contract: file }, async ({ fetch, url }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await fetch(`${url}/api/v2/external/flows/echo/published-run`, { method: 'POST', headers, body })
  })
  return file
}

function describeStaging(fetch: VerifiedServer['fetch']): VerifiedServer {
  return { baseUrl: 'http://staging.test', fetch, allow: ['runs'], contract: { workflows: { echo: { flowId: 'echo', key } } } }
}

test('a server with the recorded responses keeps the contract', async () => {
  const { exitCode, report } = await verifyContract(contract, describeStaging(createMockService(createSampleWorld()).fetch))

  expect({ exitCode, verdict: report.verdict }).toEqual({ exitCode: 0, verdict: 'KEPT' })
})

test('a server without the field that the tests received breaks the contract, and no report shows its key', async () => {
  const run = { status: 'success', result: {}, stepOutputs: {} }
  const { exitCode, report } = await verifyContract(
    contract,
    describeStaging(async () => Response.json(run)),
  )

  expect({ exitCode, verdict: report.verdict }).toEqual({ exitCode: 1, verdict: 'BROKEN' })
  expect(JSON.stringify(report)).not.toContain(key)
})

test('refuses a mapping with an unknown member, before it sends anything', async () => {
  const fetch = async (): Promise<Response> => {
    throw new Error('a request was sent')
  }
  const server = { ...describeStaging(fetch), contract: Object({ flows: {} }) }

  await expect(verifyContract(contract, server)).rejects.toThrow(ConfigurationError)
})
