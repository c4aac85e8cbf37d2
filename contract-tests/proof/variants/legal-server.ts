import { createMockService, type MockService } from '@wfhost/mock-server'
import { contractFixtures, createContractWorld } from '../../src/local/contract-world.ts'
import { createLocalHooks } from '../../src/local/create-local-hooks.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import type { LegalVariation } from './legal-variation.ts'

/** A server with a fresh world that has all of some variations, the first next to the service. */
export function describeLegalServer(variations: readonly LegalVariation[]): TargetDescription {
  const profile = Object.assign({}, ...variations.map((variation) => variation.profile ?? {}))
  const fixtures = Object.assign({}, contractFixtures, ...variations.map((variation) => variation.fixtures ?? {}))
  const service = variations.reduce<MockService>(
    (behind, { vary }) => vary?.(behind) ?? behind,
    createMockService(createContractWorld(), { profile }),
  )
  return {
    name: variations.map(({ variation }) => variation).join(', and '),
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures,
    hooks: createLocalHooks(service),
  }
}
