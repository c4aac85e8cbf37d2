import { createKeyRefusal, readBearerKey, readConsoleSession } from '../../core/requests/authenticate.ts'
import { createRefusal, type JsonResponse, type PlainRequest } from '../../core/requests/plain-exchange.ts'
import type { Organization, World } from '../../core/world/world.ts'
import { findManifestProblem, listToolsets, manifestFormat, respondWithManifest } from '../manifest.ts'
import type { Operation, OperationRequest } from '../operation.ts'

export const readOrganizationManifestOperation: Operation = {
  perform: getOrganizationManifest,
  format: {
    ...manifestFormat,
    errorStatus: (status, { foreignOrganizationStatus }) => (status === 403 ? foreignOrganizationStatus : status),
  },
  acceptsSession: true,
  findProblem: findManifestProblem,
}

/**
 * Lists the tool sets of the organization in the path (ORG-ENDPOINT). The latest version replaces a missing publication.
 * The checks have the order 401, 429, 403, 400.
 */
function getOrganizationManifest(world: World, { pathParameters, request }: OperationRequest): JsonResponse {
  const { environment, organization, token } = signIn(world, request)
  const limitSubject = { key: token, organization: organization.id }
  const checksLimitLast = world.assumptions.checkOrder === 'limit-last'
  if (!checksLimitLast) world.rateLimiter.consume(limitSubject)

  if (organization.id !== pathParameters.get('orgId')) throw createRefusal(403, 'No access to this organization')

  if (checksLimitLast) world.rateLimiter.consume(limitSubject)
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
  if (organization === undefined) throw createKeyRefusal()
  return { organization, environment: 'default', token: session }
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
