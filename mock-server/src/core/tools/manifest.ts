import { authenticate, readBearerKey, readConsoleSession, refuseKey } from '../requests/authenticate.ts'
import { operationPath } from '../requests/paths.ts'
import { type JsonResponse, type OperationRequest, type PlainRequest, refuse } from '../requests/plain-exchange.ts'
import { getPublicUrl } from '../requests/public-url.ts'
import { findVersion } from '../world/find.ts'
import type { Organization, Tool, Toolset, ToolsetVersion, World } from '../world/world.ts'

/**
 * Lists the tool sets that the organization of a key has published to the environment profile of the key (MAN-ENDPOINT,
 * MAN-ORG). The checks have the order 401, 429, 400.
 */
export function getPublicManifest(world: World, { request }: OperationRequest): JsonResponse {
  const { environment, key, organization } = authenticate(request, world.toolHostingKeys)
  world.rateLimiter.check({ key, organization: organization.id })

  const toolsets = listToolsets(organization, { environment, includesUnpublished: false })
  return respondWithManifest(world, request, toolsets)
}

/**
 * Lists the tool sets of the organization in the path (ORG-ENDPOINT). The latest version replaces a missing publication.
 * The checks have the order 401, 429, 403, 400.
 */
export function getOrganizationManifest(world: World, { path, request }: OperationRequest): JsonResponse {
  const { environment, organization, token } = signIn(world, request)
  const limitSubject = { key: token, organization: organization.id }
  const checksLimitLast = world.assumptions.checkOrder === 'limit-last'
  if (!checksLimitLast) world.rateLimiter.check(limitSubject)

  if (organization.id !== path.get('orgId')) throw refuse(403, 'No access to this organization')

  if (checksLimitLast) world.rateLimiter.check(limitSubject)
  return respondWithManifest(world, request, listToolsetsWithFallback(world, organization, environment))
}

interface SignedIn {
  readonly organization: Organization
  readonly environment: string
  /** The key or the session that the client presented. */
  readonly token: string
}

/** Authenticates by key, or else by console session (ORG-AUTH). A session reads the profile `default` (ORG-SESSION). */
function signIn(world: World, request: PlainRequest): SignedIn {
  const key = world.toolHostingKeys.get(readBearerKey(request) ?? '')
  if (key !== undefined) return { organization: key.organization, environment: key.environment, token: key.key }

  const session = readConsoleSession(request, world.assumptions.sessionCookie) ?? ''
  const organization = world.consoleSessions.get(session)
  if (organization === undefined) throw refuseKey()
  return { organization, environment: 'default', token: session }
}

function respondWithManifest(world: World, request: PlainRequest, toolsets: readonly object[]): JsonResponse {
  // The source document describes no empty manifest (MAN-EMPTY).
  if (toolsets.length === 0) throw refuse(400, 'No published toolsets')

  const baseUrl = world.publicUrl ?? world.baseUrl ?? getPublicUrl(world, request)
  const executeUrl = baseUrl + operationPath('executeTool', { product: world.product })
  return { status: 200, body: { executeUrl, toolsets } }
}

/**
 * Lists the tool sets of an organization. The source document says that the latest version is a fallback, but not whether
 * for each tool set or for all of them. An assumption decides (ORG-FALLBACK, ORG-FALLBACK-SCOPE).
 */
function listToolsetsWithFallback(world: World, organization: Organization, environment: string): readonly object[] {
  const withLatest = { environment, includesUnpublished: true }
  if (world.assumptions.organizationFallback === 'toolset') return listToolsets(organization, withLatest)

  const published = listToolsets(organization, { environment, includesUnpublished: false })
  return published.length === 0 ? listToolsets(organization, withLatest) : published
}

interface Selection {
  readonly environment: string
  /** Whether a tool set without a published version is listed with its latest version. */
  readonly includesUnpublished: boolean
}

/** Lists private and public tool sets. Tool sets without a version or without tools are left out (MAN-CONTENT, MAN-SKIP). */
function listToolsets({ toolsets }: Organization, selection: Selection): readonly object[] {
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
