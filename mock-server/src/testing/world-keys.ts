import { didYouMean } from '@wfhost/internal/messages'
import { describeFound } from '@wfhost/internal/schema-problems'
import type { MockService } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { MockSeed, OrganizationSeed } from '../schema/world.ts'

/**
 * Returns the key of a published workflow.
 *
 * @throws {MockStateError} if the workflow does not exist or was never published.
 */
export function findWorkflowKey(service: MockService, flowId: string): string {
  const key = service.workflowKey(flowId)
  if (key !== undefined) return key

  const flowIds = service.state().workflows.map((workflow) => workflow.flowId)
  const reason = flowIds.includes(flowId) ? 'it was never published' : `there is no such workflow${didYouMean(flowId, flowIds)}`
  throw new MockStateError(`Cannot give the key of workflow "${flowId}": ${reason}`)
}

/**
 * Checks the seed that the function of a test has returned.
 *
 * @throws {MockStateError} if it is not an object, or if it is a promise, which an async function returns.
 */
export function readSeed(seed: MockSeed, action: string): MockSeed {
  const isAsync = Object(seed) instanceof Promise
  if (typeof seed === 'object' && seed !== null && !isAsync) return seed

  const remedy = isAsync ? 'await it before the test, and return its result' : 'return one, as createSampleWorld() does'
  throw new MockStateError(
    `Cannot ${action}: seed: expected a function that returns a seed, which returned ${describeFound(seed)}; ${remedy}`,
  )
}

/** Gives fixed keys to entries that would get random ones, so that a test can find them. */
export function addHostingKeys(seed: MockSeed): MockSeed {
  const organizations = (seed.organizations ?? []).map((organization) => ({
    ...organization,
    toolHostingKeys: (organization.toolHostingKeys ?? []).map((key) => ({ key: `thk_${organization.id}_${key.name}`, ...key })),
  }))
  return { ...seed, organizations }
}

interface HostingKeyQuery {
  readonly environment: string
  readonly orgId: string | undefined
}

/**
 * Returns the tool-hosting key for an environment.
 *
 * @throws {MockStateError} if no organization has such a key, or several have one and `orgId` names none.
 */
export function findHostingKey(organizations: readonly OrganizationSeed[], { environment, orgId }: HostingKeyQuery): string {
  const candidates = organizations.filter(({ id }) => orgId === undefined || id === orgId)
  const keys = candidates.flatMap(({ toolHostingKeys = [] }) => toolHostingKeys).filter((key) => key.environment === environment)

  const [first] = keys
  const isUnambiguous = keys.length === 1 || orgId !== undefined
  if (first?.key !== undefined && isUnambiguous) return first.key

  const reason = explainMissingKey(organizations, { orgId, hasKeys: first !== undefined })
  throw new MockStateError(`Cannot give the tool-hosting key of environment "${environment}": ${reason}`)
}

interface MissingKey {
  readonly orgId: string | undefined
  /** Whether several organizations have a key for the environment. */
  readonly hasKeys: boolean
}

function explainMissingKey(organizations: readonly OrganizationSeed[], { hasKeys, orgId }: MissingKey): string {
  if (hasKeys) return 'several organizations have one: name the orgId'
  if (orgId === undefined) return 'no organization of the seed has one'

  const ids = organizations.map(({ id }) => id)
  if (!ids.includes(orgId)) return `no organization has the id "${orgId}"${didYouMean(orgId, ids)}`
  return `organization "${orgId}" has none`
}
