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
  ...unpublishedRequests.map(publishesUnpublished),
  ...versionedExecutions.map(publishesNamedVersion),
]

/**
 * Creates a server on which one kind of request publishes something to the profile without published tool sets. The manifest
 * of that profile then has the status 200, and on a correct server it keeps the status 400.
 */
function publishesUnpublished(entry: UnpublishedRequest): Mutant {
  return {
    defect: `a profile has a published version after ${entry.description} (${entry.source})`,
    foundBy: 'MAN-EMPTY.stored',
    remembers: true,
    mutate: (service) => {
      let isPublished = false

      return intercept(['execute', 'public manifest'], async (request, { pass }) => {
        const isOfProfile = tokenOf(request) === nothingPublished.key
        if (!isOfProfile) return pass()
        if (isPublished && request.place === 'public manifest') return respond(200, { toolsets: [] })

        isPublished ||= purposeOf(request) === entry.request
        return pass()
      })(service)
    },
  }
}

function purposeOf({ place, text }: MutantRequest): UnpublishedRequest['request'] {
  if (place === 'public manifest') return 'manifest'
  return text.includes('no-such-name') ? 'execution of an unknown tool' : 'execution'
}

/** The version that the contract world publishes, as its manifest lists it. */
const publishedVersion = '3.0.1'

/**
 * Creates a server on which one kind of execution publishes the version that its body names. On a correct server, the manifest
 * keeps the published version.
 */
function publishesNamedVersion(execution: VersionedExecution): Mutant {
  return {
    defect: `a version is published after ${execution.description} (${execution.source})`,
    foundBy: 'MAN-VERSION.named',
    remembers: true,
    mutate: (service) => {
      let isPublished = false

      return intercept(['execute', 'public manifest'], async (request, { pass }) => {
        if (request.place === 'execute') isPublished ||= isSentAs(request, execution)

        const response = await pass()
        const isChanged = isPublished && request.place === 'public manifest'
        return isChanged
          ? { ...response, text: response.text.replaceAll(publishedVersion, publishableToolset.version) }
          : response
      })(service)
    },
  }
}

/** Returns whether a request has the body and the key of an entry. */
function isSentAs(request: MutantRequest, { key, textAfter = '' }: VersionedExecution): boolean {
  const { text } = request
  if (!text.endsWith(textAfter)) return false

  const payload = parse(text.slice(0, text.length - textAfter.length))
  const namesVersion = isObject(payload) && payload['version'] === publishableToolset.version
  return namesVersion && tokenOf(request) === keys[key]
}

/** The keys that executions have. An empty text means no key. */
const keys: Readonly<Record<VersionedExecution['key'], string>> = {
  valid: registry.key,
  wrong: `${registry.key}x`,
  none: '',
  'other organization': otherOrganization.key,
}
