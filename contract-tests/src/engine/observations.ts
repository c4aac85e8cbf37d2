import type { Requirement } from '@wfhost/openapi'
import { executeTool, getOrganizationManifest, getPublicManifest, type RunRequest, runWorkflow } from '../requests.ts'
import { isObject, requireStatus } from '../rules/expectations.ts'
import { containsExpectedText } from '../rules/registry/find-text.ts'
import { profileFixtures } from '../rules/registry/keys/tool-hosting-keys.ts'
import { readManifest } from '../rules/registry/manifests/manifest-contents.ts'
import type { RuleNeeds } from '../rules/rule.ts'
import { runMembers } from '../rules/runs/results/run-results.ts'
import { findDifferingLeaves } from '../target/select.ts'
import type { Target } from '../target/target.ts'
import type { Claims } from './claims.ts'
import type { Area } from './conformance-report.ts'

/** The observations of behaviour that the source document does not state. */
export const observations: readonly Observation[] = [
  {
    requirement: 'CHECK-ORDER',
    statement: 'the error of a request with two faults',
    area: 'keys',
    needs: {
      fixtures: ['echo', 'unknownFlowId', 'unpublishedFlowId', 'secondWorkflow'],
      hooks: [],
      requests: 6,
      runs: 6,
      executions: 0,
    },
    observe: async (target) => {
      const { echo, secondWorkflow, unknownFlowId, unpublishedFlowId } = target.fixtures
      const withOtherKey = { flowId: echo.flowId, key: secondWorkflow.key }
      const unknown = { flowId: unknownFlowId, key: echo.key }
      const status = async (run: RunRequest) => (await runWorkflow(target, run)).status
      return {
        'no key, malformed body': await status({ workflow: echo, authorization: null, rawBody: '{' }),
        'no key, unknown workflow': await status({ workflow: unknown, authorization: null }),
        "another workflow's key, malformed body": await status({ workflow: withOtherKey, rawBody: '{' }),
        'unknown workflow, malformed body': await status({ workflow: unknown, rawBody: '{' }),
        "another workflow's key, unknown workflow": await status({ workflow: unknown }),
        "another workflow's key, unpublished workflow": await status({ workflow: { ...unknown, flowId: unpublishedFlowId } }),
      }
    },
  },
  {
    requirement: 'EXE-PAYLOAD',
    statement:
      'the responses to a successful execution, a failed execution, and an execution with the key of another organization',
    area: 'execute',
    needs: { fixtures: ['execute', 'executeFailing', 'registry'], hooks: [], requests: 3, runs: 0, executions: 3 },
    observe: async (target) => {
      const { execute, executeFailing, registry } = target.fixtures
      const succeeded = await executeTool(target, { key: registry.key, payload: execute.payload })
      const failed = await executeTool(target, { key: registry.key, payload: executeFailing })
      const responses = [succeeded, failed].map(({ body, status }) => ({ status, shape: describeShape(body) }))
      if (!('otherOrganization' in target.fixtures)) return responses

      const { key } = target.fixtures.otherOrganization
      const withForeignKey = await executeTool(target, { key, payload: execute.payload })
      const response = { status: withForeignKey.status, shape: describeShape(withForeignKey.body) }

      const { expectedText } = execute
      if (expectedText === undefined) return [...responses, response]
      return [
        ...responses,
        { ...response, showsWhatTheToolDoes: containsExpectedText(withForeignKey, { ...execute, expectedText }) },
      ]
    },
  },
  {
    requirement: 'MAN-BODY',
    statement: 'the fields of the manifest',
    area: 'registry',
    needs: { fixtures: ['registry'], hooks: [], requests: 1, runs: 0, executions: 0 },
    observe: async (target) => describeShape((await getPublicManifest(target, { key: target.fixtures.registry.key })).body),
  },
  {
    requirement: 'ORG-FALLBACK-SCOPE',
    statement: 'whether unpublished tool sets fall back to their latest version in an organization that has published others',
    area: 'organization',
    needs: { fixtures: ['organization', ...profileFixtures], hooks: [], requests: 2, runs: 0, executions: 0 },
    observe: async (target) => {
      const { orgId } = target.fixtures.organization
      const fallbackToolsets: string[] = []
      for (const fixtureName of profileFixtures) {
        const { key, listed, notListed } = target.fixtures[fixtureName]
        const reading = readManifest(target, requireStatus(await getOrganizationManifest(target, { orgId, key })), listed)
        fallbackToolsets.push(...notListed.filter((toolset) => reading.lists(toolset) && !reading.isToolless(toolset)))
      }
      return { fallsBack: fallbackToolsets.length === 0 ? 'organization' : 'toolset' }
    },
    claim: {
      name: 'organizationFallback',
      isKept: (observed, claimed) => Object(observed).fallsBack === claimed,
      advise: (observed) =>
        Object(observed).fallsBack === 'organization'
          ? undefined
          : 'The manifest lists unpublished tool sets of notListed. Section 4.3 may also mean that only an organization without publications falls back. Declare claims: { organizationFallback: organization } to check that.',
    },
  },
  {
    requirement: 'ORG-SESSION',
    statement: 'the environment profile of a console session',
    area: 'organization',
    needs: { fixtures: ['organization', 'consoleSession', ...profileFixtures], hooks: [], requests: 1, runs: 0, executions: 0 },
    observe: async (target) => {
      const { consoleSession: session, organization } = target.fixtures
      const exchange = requireStatus(await getOrganizationManifest(target, { orgId: organization.orgId, session }))
      const hasVersionsOf = (fixtureName: (typeof profileFixtures)[number]): boolean => {
        const { listed } = target.fixtures[fixtureName]
        const reading = readManifest(target, exchange, listed)
        return listed.every((tool) => reading.describeWrongVersion(tool) === undefined)
      }
      return { profile: profileFixtures.find(hasVersionsOf) ?? 'neither' }
    },
    claim: {
      name: 'sessionProfile',
      isKept: (observed, claimed) => Object(observed).profile === claimed,
      advise: (observed) =>
        Object(observed).profile === 'neither'
          ? 'The manifest of a console session has versions that neither fixtures.registry nor fixtures.otherEnvironment lists. Declare claims: { sessionProfile: registry } to check that they are published.'
          : undefined,
    },
  },
  {
    requirement: 'REG-ERROR-BODY',
    statement: 'the body of a refusal of the registry',
    area: 'registry',
    needs: { fixtures: [], hooks: [], requests: 1, runs: 0, executions: 0 },
    observe: async (target) => {
      const { body, headers, status } = await getPublicManifest(target, {})
      return { status, contentType: headers.get('content-type'), shape: describeShape(body) }
    },
  },
  {
    requirement: 'RUN-ERROR-BODY',
    statement: 'the bodies of 400, 401 and 404 on the run endpoint',
    area: 'run-sync',
    needs: { fixtures: ['echo', 'unknownFlowId'], hooks: [], requests: 3, runs: 3, executions: 0 },
    observe: async (target) => {
      const workflow = target.fixtures.echo
      const unknown = { flowId: target.fixtures.unknownFlowId, key: workflow.key }
      const refusals = [
        await runWorkflow(target, { workflow, rawBody: '{' }),
        await runWorkflow(target, { workflow, authorization: null }),
        await runWorkflow(target, { workflow: unknown }),
      ]
      return refusals.map(({ body, headers, status }) => ({
        status,
        contentType: headers.get('content-type'),
        shape: describeShape(body),
      }))
    },
  },
  {
    requirement: 'RUN-FAILED-HTTP',
    statement: 'the HTTP status of a failed run',
    area: 'run-sync',
    needs: { fixtures: ['failing'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => ({ status: (await runWorkflow(target, { workflow: target.fixtures.failing })).status }),
    claim: { name: 'failedRunStatus', isKept: (observed, claimed) => Object(observed).status === claimed },
  },
  {
    requirement: 'RUN-ID-FIELD',
    statement: 'the place of the run ID in the response to an async start, and the HTTP status',
    area: 'run-async',
    needs: { fixtures: ['slow'], hooks: [], requests: 3, runs: 3, executions: 0 },
    observe: async (target) => {
      const run = { workflow: target.fixtures.slow, mode: 'async' }
      const first = await runWorkflow(target, run)
      const second = await runWorkflow(target, run)
      const third = await runWorkflow(target, run)
      const differing = findDifferingLeaves([first.body, second.body, third.body])
      return { status: first.status, differing: differing.map(({ pointer, value }) => ({ pointer, type: typeof value })) }
    },
    claim: {
      name: 'runIdField',
      isKept: (observed, claimed) => listPointers(observed).includes(claimed),
      advise: adviseRunIdField,
    },
  },
  {
    requirement: 'RUN-MODE-DEFAULT',
    statement: 'the mode of a run request without one',
    area: 'run-sync',
    needs: { fixtures: ['slow'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => {
      const { body, status } = await runWorkflow(target, { workflow: target.fixtures.slow, body: { args: [] } })
      const hasResult = isObject(body) && body['result'] === target.fixtures.slow.result
      return { status, mode: hasResult ? 'sync' : 'async' }
    },
    claim: { name: 'defaultMode', isKept: (observed, claimed) => Object(observed).mode === claimed },
  },
  {
    requirement: 'RUN-RECORD',
    statement: 'undocumented fields of a run',
    area: 'run-sync',
    needs: { fixtures: ['echo'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => {
      const { body } = await runWorkflow(target, { workflow: target.fixtures.echo })
      const others = Object.entries(isObject(body) ? body : {}).filter(([name]) => !runMembers.has(name))
      return describeShape(Object.fromEntries(others))
    },
  },
]

/** An observation of behaviour that the source document does not state. It cannot fail. */
export interface Observation {
  readonly requirement: Requirement['id']
  /** The observed behaviour. */
  readonly statement: string
  readonly area: Area
  readonly needs: RuleNeeds
  /** Returns the observed value. It has shapes and statuses, but no values of the target, which may be secrets. */
  readonly observe: (target: Target) => Promise<unknown>
  /** The claim that turns the observation into a check: its name, and whether the observed value keeps the promise. */
  readonly claim?: {
    readonly name: keyof Claims
    readonly isKept: (observed: unknown, claimed: unknown) => boolean
    /** Advises to make the claim if that would decide more than the observation. @default never advises it */
    readonly advise?: (observed: unknown) => string | undefined
  }
}

/** Advises to name the field with the run ID, because a field such as a start time also differs from run to run. */
function adviseRunIdField(observed: unknown): string | undefined {
  const pointers = listPointers(observed).map((pointer) => JSON.stringify(pointer))
  const [first] = pointers
  if (first === undefined) return undefined

  const observation =
    pointers.length === 1
      ? `${first} differs between runs, so it was accepted as the run ID.`
      : `${pointers.join(', ')} differ between runs, and each was accepted as the run ID.`
  return `${observation} No document names the field, so a time beside a constant ID would also pass. Declare the field of your server as claims: { runIdField: ${first} } to check it`
}

function listPointers(observed: unknown): readonly unknown[] {
  const { differing } = Object(observed)
  return Array.isArray(differing) ? differing.map((leaf) => Object(leaf).pointer) : []
}

/** Describes a JSON value by the names of its members and the types of their values. It contains no value. */
function describeShape(value: unknown): unknown {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value

  if (Array.isArray(value)) {
    const shapes = value.map(describeShape)
    const distinctShapes = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]))
    return [...distinctShapes.values()]
  }

  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, describeShape(member)]))
}
