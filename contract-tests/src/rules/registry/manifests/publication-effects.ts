import { selectEntries } from '../../../catalogues/catalogue.ts'
import {
  type UnpublishedRequest,
  unpublishedRequests,
  type VersionedExecution,
  versionedExecutions,
} from '../../../catalogues/publication-effects.ts'
import { createRequest, executeTool, getPublicManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, requireStatus, requireSuccess, verifyEach } from '../../expectations.ts'
import type { RuleTable } from '../../rule.ts'
import { listUnknownToolPayloads } from '../executions/payloads.ts'
import { adviseVersionPointer, expectVersion } from './manifest-contents.ts'
import { findFirstVersion, listBothVersions, readPublicManifest } from './publication.ts'

/** The rules that requests to the registry publish nothing. Versions are published in the console (section 3). */
export const publicationEffectRules = {
  'MAN-EMPTY.stored': {
    statement: 'executions and manifests with a key without published tool sets publish nothing',
    advice: 'Check whether a request stores the version, the tool set or the environment profile that it does not find.',
    check: verifyLookupsPublishNothing,
  },
  'MAN-VERSION.named': {
    statement: 'an execution that names a version does not publish it',
    advice: 'Check that execute does not write the members of its body to the records of tool sets.',
    check: verifyNamedVersionNotPublished,
  },
} satisfies RuleTable

/** Checks that requests with a key without published tool sets publish nothing: the manifest must stay empty after each. */
async function verifyLookupsPublishNothing(target: Target): Promise<void> {
  const { execute, nothingPublished, registry } = target.fixtures
  requireSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  requireStatus(await getPublicManifest(target, registry))
  requireStatus(await getPublicManifest(target, nothingPublished), 400)

  await verifyEach(selectEntries(unpublishedRequests, target), async ({ description, requestKind }) => {
    // Other checks judge the response.
    await sendWithNothingPublished(target, requestKind)

    const exchange = await getPublicManifest(target, nothingPublished)
    expectStatus(exchange, 400, `a manifest for which nothing qualifies, after ${description}`)
  })
}

/** Sends a request with the key of `fixtures.nothingPublished`. */
function sendWithNothingPublished(target: Target, requestKind: UnpublishedRequest['requestKind']): Promise<Exchange> {
  const { execute, nothingPublished } = target.fixtures
  const { key } = nothingPublished

  switch (requestKind) {
    case 'execution':
      return executeTool(target, { key, payload: execute.payload })
    case 'execution of an unknown tool':
      return executeTool(target, { key, payload: listUnknownToolPayloads(execute.payload).at(-1) })
    case 'manifest':
      return getPublicManifest(target, { key })
  }
}

/**
 * Checks that no execution publishes the version that its body names: the manifest must list the published version after
 * each.
 *
 * @returns advice if the fixtures declare no JSON pointer to the versions in a manifest
 */
async function verifyNamedVersionNotPublished(target: Target): Promise<string | undefined> {
  const { execute, registry } = target.fixtures
  const { key } = registry
  requireSuccess(await executeTool(target, { key, payload: execute.payload }))

  const publishedVersion = findFirstVersion(target)
  const readManifest = () => readPublicManifest(target, { key, listed: listBothVersions(target) })
  expectVersion(await readManifest(), publishedVersion)

  await verifyEach(selectEntries(versionedExecutions, target), async (execution) => {
    // Other checks judge the response. No document states whether execute accepts other members.
    await executeNamedVersion(target, execution)

    expectVersion(await readManifest(), publishedVersion, ` after ${execution.description}`)
  })
  return adviseVersionPointer(target)
}

/** Executes the declared payload with members that name the version of `fixtures.publishableToolset`. */
function executeNamedVersion(target: Target, { key, textAfter = '' }: VersionedExecution): Promise<Exchange> {
  const { execute, publishableToolset } = target.fixtures
  const payload = { ...Object(execute.payload), ...publishableToolset }
  const headers = { 'content-type': 'application/json', ...authorizationOf(target, key) }

  return target.send(createRequest(target, 'executeTool', { headers, body: JSON.stringify(payload) + textAfter }))
}

function authorizationOf({ fixtures }: Target, key: VersionedExecution['key']): Record<string, string> {
  switch (key) {
    case 'valid':
      return { authorization: `Bearer ${fixtures.registry.key}` }
    case 'wrong':
      return { authorization: `Bearer ${fixtures.registry.key}x` }
    case 'none':
      return {}
    case 'other organization':
      return { authorization: `Bearer ${fixtures.otherOrganization.key}` }
  }
}
