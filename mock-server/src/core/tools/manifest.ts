import { authenticate, readBearerKey, readConsoleSession, refuseKey } from '../requests/authenticate.ts'
import { operationPath } from '../requests/paths.ts'
import { type JsonResponse, type OperationRequest, type PlainRequest, refuse } from '../requests/plain-exchange.ts'
import { getPublicUrl } from '../requests/public-url.ts'
import { findVersion } from '../world/find.ts'
import type { Organization, ToolSet, ToolSetVersion, World } from '../world/world.ts'

/** Lists what the key's organization published to the key's profile: 401, 429, 400 (MAN-ENDPOINT, MAN-ORG). */
export function getPublicManifest(world: World, { request }: OperationRequest): JsonResponse {
  const { environment, key, organization } = authenticate(request, world.toolHostingKeys)
  world.rateLimiter.check({ key, organization: organization.id })
  return answerManifest(world, { organization, environment, request, fallsBack: false })
}

/**
 * Lists the tool sets of the organization in the path: 401, 429, 403, 400 (ORG-ENDPOINT). Each tool set that has no
 * version published to the profile is listed with its latest one, or all are where none has (ORG-FALLBACK-SCOPE).
 */
export function getOrganizationManifest(world: World, { path, request }: OperationRequest): JsonResponse {
  const { environment, organization, token } = signIn(world, request)
  const subject = { key: token, organization: organization.id }
  const limitLast = world.assumptions.checkOrder === 'limit-last'
  if (!limitLast) world.rateLimiter.check(subject)
  if (organization.id !== path.get('orgId')) throw refuse(403, 'No access to this organization')
  if (limitLast) world.rateLimiter.check(subject)
  return answerManifest(world, { organization, environment, request, fallsBack: true })
}

/** Authenticates by key, otherwise by console session (ORG-AUTH), which reads the profile `default` (ORG-SESSION). */
function signIn(
  world: World,
  request: PlainRequest,
): { readonly organization: Organization; readonly environment: string; readonly token: string } {
  const holder = world.toolHostingKeys.get(readBearerKey(request) ?? '')
  if (holder !== undefined) return { ...holder, token: holder.key }
  const token = readConsoleSession(request, world.assumptions.sessionCookie) ?? ''
  const organization = world.consoleSessions.get(token)
  if (organization === undefined) throw refuseKey()
  return { organization, environment: 'default', token }
}

export interface ManifestSource {
  readonly organization: Organization
  readonly environment: string
  readonly request: PlainRequest
  /** Lists the latest version where none is published to the profile (ORG-FALLBACK). */
  readonly fallsBack: boolean
}

/**
 * The manifest of an organization (MAN-CONTENT, MAN-SKIP): private and public tool sets alike, those without a version
 * for the profile and those without a tool left out; 400 when nothing is left (MAN-EMPTY).
 */
function answerManifest(world: World, source: ManifestSource): JsonResponse {
  const { environment, fallsBack, organization } = source
  const list = (orLatest: boolean) =>
    Array.from(organization.toolSets.values()).flatMap((toolSet) => listed(toolSet, { environment, orLatest }))
  const published = list(false)
  const isAlone = world.assumptions.organizationFallback === 'tool-set'
  const toolsets = fallsBack && (isAlone || published.length === 0) ? list(true) : published
  if (toolsets.length === 0) throw refuse(400, 'No published toolsets')
  const baseUrl = world.publicUrl ?? world.baseUrl ?? getPublicUrl(world, source.request)
  const executeUrl = baseUrl + operationPath('executeTool', { product: world.product })
  return { status: 200, body: { executeUrl, toolsets } }
}

interface Listed {
  readonly environment: string
  readonly orLatest: boolean
}

function listed(toolSet: ToolSet, source: Listed): readonly object[] {
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

function listedVersion(toolSet: ToolSet, { environment, orLatest }: Listed): ToolSetVersion | undefined {
  const published = toolSet.published.get(environment)
  if (published !== undefined) return findVersion(toolSet, published)
  return orLatest ? toolSet.versions.at(-1) : undefined
}
