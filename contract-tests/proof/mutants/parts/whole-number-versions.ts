import type { Fixtures } from '../../../src/target/target.ts'
import { contractFixtures, manifestPointers } from '../../contract-world.ts'
import { isObject, type Json, type Mutant, onBody, onToolsets } from '../mutant.ts'
import { bothManifests } from './manifests.ts'

/** The versions of the contract world as whole numbers, which also appear in many other places. */
const wholeNumbers: Readonly<Record<string, string>> = {
  '0.1.0': '1',
  '0.9.0': '1',
  '0.9.1': '2',
  '1.0.0': '1',
  '1.2.0': '2',
  '2.0.0': '3',
  '3.0.1': '1',
  '3.1.0': '2',
  '5.4.3': '4',
}

const { otherEnvironment, otherOrganization, publishableToolset, registry, unpublishedOrganization } = contractFixtures

/** The fixtures of a server whose versions are whole numbers. */
const wholeNumberFixtures: Partial<Fixtures> = {
  registry: withWholeVersions(registry),
  otherEnvironment: withWholeVersions(otherEnvironment),
  otherOrganization: withWholeVersions(otherOrganization),
  unpublishedOrganization: { ...unpublishedOrganization, latestVersion: toWholeNumber(unpublishedOrganization.latestVersion) },
  publishableToolset: { ...publishableToolset, version: '3.1.0' },
  executeVersion: { ...contractFixtures.executeVersion, expectedText: { registry: 'version 2', otherEnvironment: 'version 3' } },
}

/** Makes versions whole numbers. The port in the address contains the same digits. */
const withWholeNumbers = onBody(bothManifests, (body) => ({
  ...body,
  executeUrl: String(body['executeUrl']).replace('//workflows.test', '//workflows.test:12345'),
  toolsets: setsOf(body).map((set) => ({ ...set, version: Number(toWholeNumber(set['version'])) })),
}))

/** Fixtures without and with declared places of versions, and how a defect names them. */
export const versionPlaces: readonly { readonly fixtures: Partial<Fixtures>; readonly how: string }[] = [
  { fixtures: {}, how: '' },
  { fixtures: manifestPointers, how: ' at declared places' },
]

function withWholeVersions(fixture: Fixtures['registry']): Fixtures['registry'] {
  return { ...fixture, listed: fixture.listed.map((listed) => ({ ...listed, version: toWholeNumber(listed.version) })) }
}

function toWholeNumber(version: unknown): string {
  return wholeNumbers[String(version)] ?? String(version)
}

function setsOf({ toolsets }: Json): readonly Json[] {
  return Array.isArray(toolsets) ? toolsets.filter(isObject) : []
}

/** Lists one whole number as the version of two tool sets. */
export function listsWholeNumber(
  foundBy: Mutant['foundBy'],
  on: { readonly defect: string; readonly lists: number; readonly fixtures: Partial<Fixtures> },
): Mutant {
  const lists = onToolsets(bothManifests, (sets) =>
    sets.map((set) => (set['name'] === 'mail' || set['name'] === 'reports' ? { ...set, version: on.lists } : set)),
  )
  return {
    defect: on.defect,
    foundBy,
    fixtures: { ...wholeNumberFixtures, ...on.fixtures },
    mutate: (service) => lists(withWholeNumbers(service)),
  }
}
