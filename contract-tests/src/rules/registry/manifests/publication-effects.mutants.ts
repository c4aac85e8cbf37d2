import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  type Change,
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

const { nothingPublished: emptyProfile, otherOrganization, publishableToolset, registry } = contractFixtures

/** Registries that publish a version because of a manifest or an execution. */
export const mutants: readonly Mutant[] = [
  ...unpublishedRequests.map(createPublishingMutant),
  ...versionedExecutions.map(createVersionPublishingMutant),
]

/** Creates a server on which a request publishes something to the environment profile that has no published tool sets. */
function createPublishingMutant({ description, requestKind, source }: UnpublishedRequest): Mutant {
  return {
    defect: `a profile has a published version after ${description} (${source})`,
    foundBy: 'MAN-EMPTY.stored',
    // The response of a manifest shows the defect only after an earlier request.
    needsOtherRequests: true,
    mutate: (service) => publishAfterRequest(requestKind)(service),
  }
}

/**
 * Creates the change for one kind of request. After such a request, the manifest of the profile has the status 200. On a correct
 * server, its status stays 400.
 */
function publishAfterRequest(publishingKind: RequestKind): Change {
  let isPublished = false

  return intercept(['execute', 'public manifest'], async (request, { pass }) => {
    if (tokenOf(request) !== emptyProfile.key) return pass()

    const kind = readKind(request)
    if (kind === 'manifest' && isPublished) return respond(200, { toolsets: [] })

    if (kind === publishingKind) isPublished = true
    return pass()
  })
}

type RequestKind = UnpublishedRequest['requestKind']

function readKind({ place, text }: MutantRequest): RequestKind {
  if (place === 'public manifest') return 'manifest'
  return text.includes('no-such-name') ? 'execution of an unknown tool' : 'execution'
}

/** The version of a tool set that is published at the start. */
const publishedVersion = '3.0.1'

/** Another version of the same tool set, which is not published. The check sends executions that name it in their bodies. */
const unpublishedVersion = publishableToolset.version

/** Creates a server on which an execution publishes the version that its body names. */
function createVersionPublishingMutant(execution: VersionedExecution): Mutant {
  return {
    defect: `a version is published after ${execution.description} (${execution.source})`,
    foundBy: 'MAN-VERSION.named',
    // A manifest shows the defect only after an execution.
    needsOtherRequests: true,
    mutate: (service) => publishAfterExecution(execution)(service),
  }
}

/** Creates the change for one kind of execution. After it, the manifest lists `unpublishedVersion`, not `publishedVersion`. */
function publishAfterExecution(execution: VersionedExecution): Change {
  let isPublished = false

  return intercept(['execute', 'public manifest'], async (request, { pass }) => {
    if (request.place === 'execute') {
      if (isExecution(request, execution)) isPublished = true
      return pass()
    }

    const manifest = await pass()
    if (!isPublished) return manifest
    return { ...manifest, text: manifest.text.replaceAll(publishedVersion, unpublishedVersion) }
  })
}

/** Returns whether a request has the body and the key of an execution of the catalogue. */
function isExecution(request: MutantRequest, { key, textAfter = '' }: VersionedExecution): boolean {
  const { text } = request
  if (!text.endsWith(textAfter)) return false

  const payload = parse(text.slice(0, text.length - textAfter.length))
  const namesVersion = isObject(payload) && payload['version'] === unpublishedVersion
  return namesVersion && tokenOf(request) === keys[key]
}

/** The keys that executions have. An empty text means no key. */
const keys: Readonly<Record<VersionedExecution['key'], string>> = {
  valid: registry.key,
  wrong: `${registry.key}x`,
  none: '',
  'other organization': otherOrganization.key,
}
