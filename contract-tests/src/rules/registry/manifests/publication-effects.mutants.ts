import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  intercept,
  isObject,
  type Mutant,
  type MutantRequest,
  parse,
  respond,
  tokenOf,
} from '../../../../proof/mutants/mutant.ts'
import {
  type UnpublishedRequest,
  unpublishedRequests,
  type VersionedExecution,
  versionedExecutions,
} from '../../../catalogues/publication-effects.ts'

const { nothingPublished, otherOrganization, publishableToolset, registry } = contractFixtures

/** Registries that publish a version because of a manifest or an execution. */
export const mutants: readonly Mutant[] = [
  ...unpublishedRequests.map(createPublishingMutant),
  ...versionedExecutions.map(createVersionPublishingMutant),
]

/**
 * Creates a mutant: a server with one deliberate defect, which the rule `foundBy` must find. On this server, one kind of request
 * publishes something to the environment profile without published tool sets. The manifest of the profile then has the status
 * 200. On a correct server, its status stays 400.
 */
function createPublishingMutant({ description, requestKind, source }: UnpublishedRequest): Mutant {
  return {
    defect: `a profile has a published version after ${description} (${source})`,
    foundBy: 'MAN-EMPTY.stored',
    // The response of a manifest shows the defect only after an earlier request.
    needsOtherRequests: true,
    mutate: (service) => {
      let hasPublication = false

      // Handles these requests before the correct server. `pass` sends a request to that server.
      const changeServer = intercept(['execute', 'public manifest'], async (request, { pass }) => {
        const hasKeyOfProfile = tokenOf(request) === nothingPublished.key
        if (!hasKeyOfProfile) return pass()

        const readsManifest = request.place === 'public manifest'
        if (readsManifest && hasPublication) return respond(200, { toolsets: [] })

        if (kindOf(request) === requestKind) hasPublication = true
        return pass()
      })
      return changeServer(service)
    },
  }
}

function kindOf({ place, text }: MutantRequest): UnpublishedRequest['requestKind'] {
  if (place === 'public manifest') return 'manifest'
  return text.includes('no-such-name') ? 'execution of an unknown tool' : 'execution'
}

/** The version of a tool set that is published at the start. */
const publishedVersion = '3.0.1'

/** Another version of the same tool set, which is not published. The check sends executions that name it in their bodies. */
const namedVersion = publishableToolset.version

/**
 * Creates a mutant: a server with one deliberate defect, which the rule `foundBy` must find. On this server, one kind of
 * execution publishes the version that its body names. The manifest then lists `namedVersion` instead of `publishedVersion`. On a
 * correct server, an execution publishes nothing.
 */
function createVersionPublishingMutant(execution: VersionedExecution): Mutant {
  return {
    defect: `a version is published after ${execution.description} (${execution.source})`,
    foundBy: 'MAN-VERSION.named',
    // A manifest shows the defect only after an execution.
    needsOtherRequests: true,
    mutate: (service) => {
      let isNamedVersionPublished = false

      // Handles these requests before the correct server. `pass` sends a request to that server.
      const changeServer = intercept(['execute', 'public manifest'], async (request, { pass }) => {
        if (request.place === 'execute' && isExecution(request, execution)) isNamedVersionPublished = true

        const response = await pass()
        const isChangedManifest = request.place === 'public manifest' && isNamedVersionPublished
        if (!isChangedManifest) return response

        return { ...response, text: response.text.replaceAll(publishedVersion, namedVersion) }
      })
      return changeServer(service)
    },
  }
}

/** Returns whether a request has the body and the key of an execution of the catalogue. */
function isExecution(request: MutantRequest, { key, textAfter = '' }: VersionedExecution): boolean {
  const { text } = request
  if (!text.endsWith(textAfter)) return false

  const payload = parse(text.slice(0, text.length - textAfter.length))
  const namesVersion = isObject(payload) && payload['version'] === namedVersion
  return namesVersion && tokenOf(request) === keys[key]
}

/** The keys that executions have. An empty text means no key. */
const keys: Readonly<Record<VersionedExecution['key'], string>> = {
  valid: registry.key,
  wrong: `${registry.key}x`,
  none: '',
  'other organization': otherOrganization.key,
}
