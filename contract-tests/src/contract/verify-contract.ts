import type { z } from 'zod'
import { findContractSecrets } from '../config/find-secrets.ts'
import { refuseInvalidOptions } from '../config/refuse-options.ts'
import { trustAuthorities } from '../config/trust-authorities.ts'
import { createSuiteOptions } from '../engine/check-server.ts'
import { runSuite } from '../engine/run-suite.ts'
import type { ServerDescription } from '../engine/server-description.ts'
import type { SuiteRun } from '../engine/suite.ts'
import { type ContractMapping, contractSchema } from './contract-schema.ts'
import { createContractRun } from './create-contract-run.ts'

/** The options of a server that concern only the checks of the suite. */
type SuiteOnly = 'areas' | 'baseline' | 'claims' | 'only' | 'quick' | 'values'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A server that is compared with a contract. */
export type VerifiedServer = Omit<ServerDescription, SuiteOnly> & {
  /** The workflows, organizations and tool sets of the server that replace the ones of the tests. @default {} */
  readonly contract?: z.input<typeof contractSchema> | undefined
}

/**
 * Sends the requests of a contract to a server, and compares the responses with those that the tests received, as
 * `wfhost-conformance verify` does. The option `contract` of the reference server writes the file. The members of a server
 * have the names of a configuration file.
 *
 * @throws {ConfigurationError} if the file is not a contract, or an option has a value that a configuration file may not have
 * either. Nothing has been sent then.
 * @throws {SecretLeak} if the report would show a secret.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { verifyContract } from '@wfhost/contract-tests'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { withTestWorld } from '@wfhost/mock-server/test-world'
 *
 * const file = join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')
 * await withTestWorld({ seed: createSampleWorld, contract: file }, async ({ fetch, url }) => {
 *   const headers = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
 *   const run = { method: 'POST', headers, body: '{"args":[],"mode":"sync"}' }
 *   await fetch(`${url}/api/v2/external/flows/echo/published-run`, run)
 * })
 *
 * const staging = createMockService(createSampleWorld())
 * const { report } = await verifyContract(file, {
 *   baseUrl: 'http://staging.test',
 *   fetch: staging.fetch,
 *   allow: ['runs'],
 *   contract: { workflows: { echo: { flowId: 'echo', key: sampleKeys.workflows.echo } } },
 * })
 * assert.equal(report.verdict, 'KEPT')
 * ```
 */
export async function verifyContract(file: string, { contract = {}, ...server }: VerifiedServer): Promise<SuiteRun> {
  refuseInvalidOptions(contractSchema, contract)
  const mapping = contractSchema.parse(contract)

  const secrets = { ...listUnnamedSecrets(mapping, server.secrets), ...server.secrets }
  const run = await createContractRun(file, { ...createSuiteOptions({ ...server, secrets }), mapping })
  await trustAuthorities(server.caFile)

  const { changes, exitCode, report, staleBaseline, unreachable } = await runSuite(run.checks, { options: run.options })
  return { exitCode, report, unreachable, staleBaseline, changes }
}

/** Lists the keys and sessions of a mapping that `secrets` does not name. */
function listUnnamedSecrets(mapping: ContractMapping, secrets: ServerDescription['secrets'] = {}): Record<string, string> {
  const namedValues = Object.values(secrets)
  return Object.fromEntries(findContractSecrets(mapping).filter(([, value]) => !namedValues.includes(value)))
}
