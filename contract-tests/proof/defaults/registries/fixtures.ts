import type { Fixtures } from '../../../src/target/target.ts'
import { contractFixtures, manifestPointers } from '../../contract-world.ts'

const { execute, executeEnvironment, executeVersion } = contractFixtures

/** The fixtures that describe the tool sets. They are those of the contract world, with the places of a response here. */
export const registryFixtures: Partial<Fixtures> = {
  registry: contractFixtures.registry,
  otherEnvironment: contractFixtures.otherEnvironment,
  otherOrganization: contractFixtures.otherOrganization,
  nothingPublished: contractFixtures.nothingPublished,
  organization: contractFixtures.organization,
  unpublishedOrganization: contractFixtures.unpublishedOrganization,
  publishableToolset: contractFixtures.publishableToolset,
  executeFailing: contractFixtures.executeFailing,
  execute: { ...execute, pointer: '/result/sent' },
  executeEnvironment: { ...executeEnvironment, pointer: '/result' },
  executeVersion: { ...executeVersion, pointer: '/result' },
  ...manifestPointers,
}
