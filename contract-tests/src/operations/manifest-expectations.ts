import type { ContractExchange } from '../contract/contract-exchange.ts'
import type { ContractMapping } from '../contract/contract-schema.ts'
import type { Expectation } from '../contract/expectation.ts'
import { jsonTypeOf } from '../contract/json-type.ts'
import { isObject } from '../rules/expectations.ts'

/** Lists the parts of a manifest on which tests may rely. */
export function listManifestExpectations({ response }: ContractExchange, mapping: ContractMapping): readonly Expectation[] {
  return [{ kind: 'success' }, ...listManifest(response.body, mapping)]
}

/** The members of a manifest that a client reads. No document shows them (MAN-BODY). */
const manifestMembers = ['executeUrl', 'toolsets']

/** Lists the members of a manifest that a client reads, and the tool sets that the configuration maps. */
function listManifest(manifest: unknown, { toolsets }: ContractMapping): Expectation[] {
  if (!isObject(manifest)) return []

  const members = manifestMembers.filter((name) => name in manifest)
  const fields = members.map((name): Expectation => ({ kind: 'field', pointer: `/${name}`, types: [jsonTypeOf(manifest[name])] }))
  return [...fields, ...listToolsets(manifest['toolsets'], toolsets)]
}

function listToolsets(listed: unknown, names: ContractMapping['toolsets']): Expectation[] {
  if (!Array.isArray(listed)) return []

  return listed.filter(isObject).flatMap(({ id, name, tools }): Expectation[] => {
    const mapped = names[String(id)] ?? names[String(name)]
    if (mapped === undefined) return []

    const toolNames = Array.isArray(tools) ? tools.filter(isObject).map((tool) => String(tool['name'])) : []
    return [{ kind: 'toolset', name: mapped, tools: toolNames }]
  })
}
