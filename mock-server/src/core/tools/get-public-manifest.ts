import type { Answer } from '../requests/answer.ts'
import { authenticate } from '../requests/authenticate.ts'
import type { Call } from '../requests/call.ts'
import { checkRateLimit } from '../requests/check-rate-limit.ts'
import type { World } from '../world/world.ts'
import { answerManifest } from './manifest.ts'

/** Lists what the key's organization published to the key's profile: 401, 429, 400 (MAN-ENDPOINT, MAN-ORG). */
export function getPublicManifest(world: World, { request }: Call): Answer {
  const { environment, key, organization } = authenticate(request, world.toolHostingKeys)
  checkRateLimit(world, { key, organization: organization.id })
  return answerManifest(world, { organization, environment, request, orLatest: false })
}
