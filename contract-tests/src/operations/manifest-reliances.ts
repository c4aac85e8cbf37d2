import type { ContractExchange } from '../contract/contract-exchange.ts'
import type { ContractMapping } from '../contract/contract-schema.ts'
import { jsonTypeOf } from '../contract/json-type.ts'
import type { Reliance } from '../contract/reliance.ts'
import { isObject } from '../rules/expectations.ts'

/** Lists the parts of a manifest on which tests may rely. */
export function listManifestReliances({ response }: ContractExchange, mapping: ContractMapping): readonly Reliance[] {
  return [{ kind: 'success' }, ...listManifest(response.body, mapping)]
}

/** The members of a manifest that a client reads. No document shows them (MAN-BODY). */
const manifestMembers = ['executeUrl', 'toolsets']

/** Lists the members of a manifest that a client reads, and the tool sets that the configuration maps. */
function listManifest(manifest: unknown, { toolsets }: ContractMapping): Reliance[] {
  if (!isObject(manifest)) return []

  const members = manifestMembers.filter((name) => name in manifest)
  const fields = members.map((name): Reliance => ({ kind: 'field', place: `/${name}`, types: [jsonTypeOf(manifest[name])] }))
  return [...fields, ...listToolsets(manifest['toolsets'], toolsets)]
}

function listToolsets(listed: unknown, names: ContractMapping['toolsets']): Reliance[] {
  if (!Array.isArray(listed)) return []

  return listed.filter(isObject).flatMap(({ id, name, tools }): Reliance[] => {
    const mapped = names[String(id)] ?? names[String(name)]
    if (mapped === undefined) return []

    const toolNames = Array.isArray(tools) ? tools.filter(isObject).map((tool) => String(tool['name'])) : []
    return [{ kind: 'toolset', name: mapped, tools: toolNames }]
  })
}
