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
 * Creates a server on which one kind of request publishes something to the profile without published tool sets. The manifest
 * of that profile then has the status 200. On a correct server, its status stays 400.
 */
function createPublishingMutant(entry: UnpublishedRequest): Mutant {
  return {
    defect: `a profile has a published version after ${entry.description} (${entry.source})`,
    foundBy: 'MAN-EMPTY.stored',
    remembers: true,
    mutate: (service) => {
      let isPublished = false

      const publish = intercept(['execute', 'public manifest'], async (request, { pass }) => {
        const isOfProfile = tokenOf(request) === nothingPublished.key
        if (!isOfProfile) return pass()

        const readsManifest = request.place === 'public manifest'
        if (isPublished && readsManifest) return respond(200, { toolsets: [] })

        if (kindOf(request) === entry.request) isPublished = true
        return pass()
      })
      return publish(service)
    },
  }
}

function kindOf({ place, text }: MutantRequest): UnpublishedRequest['request'] {
  if (place === 'public manifest') return 'manifest'
  return text.includes('no-such-name') ? 'execution of an unknown tool' : 'execution'
}

/** The version that is published at the start. */
const firstVersion = '3.0.1'

/** The version that an execution names in its body. It is not published. */
const namedVersion = publishableToolset.version

/**
 * Creates a server on which one kind of execution publishes `namedVersion`: the manifest then lists it instead of `firstVersion`.
 * On a correct server, an execution publishes nothing.
 */
function createVersionPublishingMutant(execution: VersionedExecution): Mutant {
  return {
    defect: `a version is published after ${execution.description} (${execution.source})`,
    foundBy: 'MAN-VERSION.named',
    remembers: true,
    mutate: (service) => {
      let isPublished = false

      const publish = intercept(['execute', 'public manifest'], async (request, { pass }) => {
        if (request.place === 'execute' && isSentAs(request, execution)) isPublished = true

        const response = await pass()
        if (!isPublished || request.place !== 'public manifest') return response

        return { ...response, text: response.text.replaceAll(firstVersion, namedVersion) }
      })
      return publish(service)
    },
  }
}

/** Returns whether a request has the body and the key of an entry. */
function isSentAs(request: MutantRequest, { key, textAfter = '' }: VersionedExecution): boolean {
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
