import { operationPath } from '../core/requests/paths.ts'
import { createRefusal, type JsonResponse, type PlainRequest } from '../core/requests/plain-exchange.ts'
import { getPublicUrl } from '../core/requests/public-url.ts'
import { hasMember, type ResponseFormat } from '../core/requests/response-format.ts'
import { findVersion } from '../core/world/find.ts'
import type { Organization, Tool, Toolset, ToolsetVersion, World } from '../core/world/world.ts'
import type { Assumptions } from '../schema/assumptions.ts'
import type { ParsedResponse } from './operation.ts'

export const manifestFormat: ResponseFormat = {
  success: formatManifest,
  errorStatus: (status) => status,
  errorBody: ({ registryErrorBody }) => registryErrorBody,
}

/** Responds with the tool sets of a manifest. */
export function respondWithManifest(world: World, request: PlainRequest, toolsets: readonly object[]): JsonResponse {
  // The source document describes no empty manifest (MAN-EMPTY).
  if (toolsets.length === 0) throw createRefusal(400, 'No published toolsets')

  const baseUrl = world.publicUrl ?? world.baseUrl ?? getPublicUrl(world, request)
  const executeUrl = baseUrl + operationPath('executeTool', { product: world.product })
  return { status: 200, body: { executeUrl, toolsets } }
}

interface Selection {
  readonly environment: string
  /** Whether a tool set without a published version is listed with its latest version. */
  readonly includesUnpublished: boolean
}

/** Lists private and public tool sets. Tool sets without a version or without tools are left out (MAN-CONTENT, MAN-SKIP). */
export function listToolsets({ toolsets }: Organization, selection: Selection): readonly object[] {
  const listed: object[] = []
  for (const toolset of toolsets.values()) {
    const version = selectVersion(toolset, selection)
    if (version === undefined || version.tools.length === 0) continue

    const { id, name, visibility } = toolset
    listed.push({ id, name, version: version.version, visibility, tools: version.tools.map(describeTool) })
  }
  return listed
}

function selectVersion(toolset: Toolset, { environment, includesUnpublished }: Selection): ToolsetVersion | undefined {
  const published = toolset.published.get(environment)
  if (published !== undefined) return findVersion(toolset, published)
  return includesUnpublished ? toolset.versions.at(-1) : undefined
}

/** Describes a tool for a manifest. A description that is undefined is left out of the JSON. */
function describeTool({ description, name, parameters }: Tool): object {
  return {
    name,
    description,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      type: parameter.type,
      required: parameter.required ?? false,
    })),
  }
}

function formatManifest(response: JsonResponse, { manifestBody }: Assumptions): JsonResponse {
  const { body } = response
  if (manifestBody === 'wrapped') return { ...response, body: { data: body } }
  if (manifestBody === 'camel-case' || !hasMember(body, 'executeUrl') || !hasMember(body, 'toolsets')) return response
  return { ...response, body: { execute_url: body.executeUrl, tool_sets: body.toolsets } }
}

/** Checks the message of a refused manifest. The source document does not show which member contains it (MAN-EMPTY). */
export function findManifestProblem({ status, text }: ParsedResponse): string | undefined {
  if (status !== 400 || text.includes('No published toolsets')) return undefined
  return 'body: expected the message "No published toolsets", found another one'
}
