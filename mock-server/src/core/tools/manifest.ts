import { type Answer, refuse } from '../requests/answer.ts'
import { operationPath } from '../requests/operation-path.ts'
import type { PlainRequest } from '../requests/plain-exchange.ts'
import { type Organization, type ToolSet, type ToolSetVersion, versionOf, type World } from '../world/world.ts'

/** What a manifest lists. */
export interface ManifestSource {
  readonly organization: Organization
  readonly environment: string
  readonly request: PlainRequest
  /** Lists a tool set that has no version published to the profile with its latest version (ORG-FALLBACK). */
  readonly orLatest: boolean
}

/**
 * The manifest of an organization (MAN-CONTENT, MAN-SKIP): private and public tool sets alike, those without a version
 * for the profile and those without a tool left out; 400 when nothing is left (MAN-EMPTY).
 */
export function answerManifest(world: World, source: ManifestSource): Answer {
  const toolsets = Array.from(source.organization.toolSets.values()).flatMap((toolSet) => listed(toolSet, source))
  if (toolsets.length === 0) throw refuse(400, 'No published toolsets')
  const baseUrl = world.baseUrl ?? source.request.origin
  const executeUrl = baseUrl + operationPath('executeTool', { product: world.product })
  return { status: 200, body: { executeUrl, toolsets } }
}

function listed(toolSet: ToolSet, source: ManifestSource): readonly object[] {
  const version = listedVersion(toolSet, source)
  if (version === undefined || version.tools.length === 0) return []
  const tools = version.tools.map(({ description, name, parameters }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    parameters: parameters.map(({ name: parameter, required = false, type }) => ({
      name: parameter,
      type,
      required,
    })),
  }))
  return [{ id: toolSet.id, name: toolSet.name, version: version.version, visibility: toolSet.visibility, tools }]
}

function listedVersion(toolSet: ToolSet, { environment, orLatest }: ManifestSource): ToolSetVersion | undefined {
  const published = toolSet.published.get(environment)
  if (published !== undefined) return versionOf(toolSet, published)
  return orLatest ? toolSet.versions.at(-1) : undefined
}
