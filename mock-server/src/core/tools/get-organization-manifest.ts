import { type Answer, refuse } from '../requests/answer.ts'
import { keyRejected, readBearer, readConsoleSession } from '../requests/authenticate.ts'
import type { Call } from '../requests/call.ts'
import { checkRateLimit } from '../requests/check-rate-limit.ts'
import type { PlainRequest } from '../requests/plain-exchange.ts'
import type { Organization, World } from '../world/world.ts'
import { answerManifest } from './manifest.ts'

/**
 * Lists the tool sets of the organization in the path: 401, 429, 403, 400 (ORG-ENDPOINT). Each tool set that has no
 * version published to the profile is listed with its latest one (ORG-FALLBACK).
 */
export function getOrganizationManifest(world: World, { path, request }: Call): Answer {
  const { environment, organization, token } = signIn(world, request)
  const subject = { key: token, organization: organization.id }
  const limitLast = world.profile.checkOrder === 'limit-last'
  if (!limitLast) checkRateLimit(world, subject)
  if (organization.id !== path.get('orgId')) throw refuse(403, 'No access to this organization')
  if (limitLast) checkRateLimit(world, subject)
  return answerManifest(world, { organization, environment, request, orLatest: true })
}

/** Authenticates by key, otherwise by console session (ORG-AUTH), which reads the profile `default` (ORG-SESSION). */
function signIn(
  world: World,
  request: PlainRequest,
): { readonly organization: Organization; readonly environment: string; readonly token: string } {
  const holder = world.toolHostingKeys.get(readBearer(request) ?? '')
  if (holder !== undefined) return { ...holder, token: holder.key }
  const token = readConsoleSession(request, world.profile.sessionCookie) ?? ''
  const organization = world.consoleSessions.get(token)
  if (organization === undefined) throw keyRejected()
  return { organization, environment: 'default', token }
}
