import type { Requirement } from '@wfhost/openapi'
import { executeTool, getOrganizationManifest, getPublicManifest, type RunRequest, runWorkflow } from '../requests.ts'
import { isObject, requirePrecondition } from '../rules/expectations.ts'
import { showsText } from '../rules/registry/find-text.ts'
import { readManifest } from '../rules/registry/manifest-contents.ts'
import { profiles } from '../rules/registry/tool-hosting-keys.ts'
import type { RuleNeeds } from '../rules/rule.ts'
import { runMembers } from '../rules/runs/run-results.ts'
import { findDifferingLeaves } from '../target/select.ts'
import type { Target } from '../target/target.ts'
import type { Claims } from './claims.ts'
import type { Area } from './conformance-report.ts'

/** Every observation of something that the source document does not show. */
export const observations: readonly Observation[] = [
  {
    requirement: 'CHECK-ORDER',
    statement: 'which error wins when a request has two faults',
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
      const foreign = { flowId: echo.flowId, key: secondWorkflow.key }
      const unknown = { flowId: unknownFlowId, key: echo.key }
      const status = async (call: RunRequest) => (await runWorkflow(target, call)).status
      return {
        'no key, malformed body': await status({ workflow: echo, authorization: null, text: '{' }),
        'no key, unknown workflow': await status({ workflow: unknown, authorization: null }),
        "another workflow's key, malformed body": await status({ workflow: foreign, text: '{' }),
        'unknown workflow, malformed body': await status({ workflow: unknown, text: '{' }),
        "another workflow's key, unknown workflow": await status({ workflow: unknown }),
        "another workflow's key, unpublished workflow": await status({ workflow: { ...unknown, flowId: unpublishedFlowId } }),
      }
    },
  },
  {
    requirement: 'EXE-PAYLOAD',
    statement: 'the answers to an execution that succeeds, to one that fails, and to one with the key of another organization',
    area: 'execute',
    needs: { fixtures: ['execute', 'executeFailing', 'registry'], hooks: [], requests: 3, runs: 0, executions: 3 },
    observe: async (target) => {
      const { execute, executeFailing, registry } = target.fixtures
      const succeeded = await executeTool(target, { key: registry.key, payload: execute.payload })
      const failed = await executeTool(target, { key: registry.key, payload: executeFailing })
      const answers = [succeeded, failed].map(({ body, status }) => ({ status, shape: shapeOf(body) }))
      if (!('otherOrganization' in target.fixtures)) return answers
      const { key } = target.fixtures.otherOrganization
      const foreign = await executeTool(target, { key, payload: execute.payload })
      const { shows } = execute
      const ran = shows === undefined ? {} : { showsWhatTheToolDoes: showsText(foreign, { ...execute, shows }) }
      return [...answers, { status: foreign.status, shape: shapeOf(foreign.body), ...ran }]
    },
  },
  {
    requirement: 'MAN-BODY',
    statement: 'the fields of the manifest',
    area: 'registry',
    needs: { fixtures: ['registry'], hooks: [], requests: 1, runs: 0, executions: 0 },
    observe: async (target) => shapeOf((await getPublicManifest(target, { key: target.fixtures.registry.key })).body),
  },
  {
    requirement: 'ORG-FALLBACK-SCOPE',
    since: '2026-12',
    statement: 'what falls back in the manifest of an organization that has published something: none, or each other tool set',
    area: 'organization',
    needs: { fixtures: ['organization', ...profiles], hooks: [], requests: 2, runs: 0, executions: 0 },
    observe: async (target) => {
      const { orgId } = target.fixtures.organization
      const others: string[] = []
      for (const profile of profiles) {
        const { key, listed, notListed } = target.fixtures[profile]
        const reading = readManifest(target, requirePrecondition(await getOrganizationManifest(target, { orgId, key })), listed)
        others.push(...notListed.filter((toolSet) => reading.lists(toolSet) && !reading.isToolless(toolSet)))
      }
      return { fallsBack: others.length === 0 ? 'organization' : 'tool-set' }
    },
    claim: {
      name: 'organizationFallback',
      isKept: (seen, claimed) => Object(seen).fallsBack === claimed,
      advise: (seen) =>
        Object(seen).fallsBack === 'organization'
          ? undefined
          : 'It lists tool sets that notListed has, as if each fell back by itself. Section 4.3 may also mean that only an organization which has published nothing falls back: claims: { organizationFallback: organization } decides that.',
    },
  },
  {
    requirement: 'ORG-SESSION',
    since: '2026-12',
    statement: 'the profile whose versions a console session sees',
    area: 'organization',
    needs: { fixtures: ['organization', 'consoleSession', ...profiles], hooks: [], requests: 1, runs: 0, executions: 0 },
    observe: async (target) => {
      const { consoleSession: session, organization } = target.fixtures
      const seen = requirePrecondition(await getOrganizationManifest(target, { orgId: organization.orgId, session }))
      const isSeen = (profile: (typeof profiles)[number]): boolean => {
        const { listed } = target.fixtures[profile]
        const reading = readManifest(target, seen, listed)
        return listed.every((tool) => reading.describeWrongVersion(tool) === undefined)
      }
      return { profile: profiles.find(isSeen) ?? 'neither' }
    },
    claim: {
      name: 'sessionProfile',
      isKept: (seen, claimed) => Object(seen).profile === claimed,
      advise: (seen) =>
        Object(seen).profile === 'neither'
          ? 'A console session sees versions that neither fixtures.registry nor fixtures.otherEnvironment lists. Unless a third profile has these, they are not published: claims: { sessionProfile: registry } decides that.'
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
      return { status, contentType: headers.get('content-type'), shape: shapeOf(body) }
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
        await runWorkflow(target, { workflow, text: '{' }),
        await runWorkflow(target, { workflow, authorization: null }),
        await runWorkflow(target, { workflow: unknown }),
      ]
      return refusals.map(({ body, headers, status }) => ({
        status,
        contentType: headers.get('content-type'),
        shape: shapeOf(body),
      }))
    },
  },
  {
    requirement: 'RUN-FAILED-HTTP',
    statement: 'the status that carries the body of a failed run',
    area: 'run-sync',
    needs: { fixtures: ['failing'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => ({ status: (await runWorkflow(target, { workflow: target.fixtures.failing })).status }),
    claim: { name: 'failedRunStatus', isKept: (seen, claimed) => Object(seen).status === claimed },
  },
  {
    requirement: 'RUN-ID-FIELD',
    statement: 'where the answer to an async run carries its run ID, and with which status',
    area: 'run-async',
    needs: { fixtures: ['slow'], hooks: [], requests: 3, runs: 3, executions: 0 },
    observe: async (target) => {
      const call = { workflow: target.fixtures.slow, mode: 'async' }
      const first = await runWorkflow(target, call)
      const second = await runWorkflow(target, call)
      const third = await runWorkflow(target, call)
      const differing = findDifferingLeaves([first.body, second.body, third.body])
      return { status: first.status, differing: differing.map(({ pointer, value }) => ({ pointer, type: typeof value })) }
    },
    claim: {
      name: 'runIdField',
      isKept: (seen, claimed) => pointersOf(seen).includes(claimed),
      advise: (seen) => {
        const pointers = pointersOf(seen).map((pointer) => JSON.stringify(pointer))
        const [first] = pointers
        if (first === undefined) return undefined
        const found =
          pointers.length === 1
            ? `${first} is all that differs from run to run, so it was taken for the run ID.`
            : `${pointers.join(', ')} differ from run to run, and any of them was taken for the run ID.`
        return `${found} No document names the field, so a time beside one ID for all runs would pass, too. claims: { runIdField: ${first} } decides it, with the field that your server promises`
      },
    },
  },
  {
    requirement: 'RUN-MODE-DEFAULT',
    statement: 'the mode of a run request that names none',
    area: 'run-sync',
    needs: { fixtures: ['slow'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => {
      const { body, status } = await runWorkflow(target, { workflow: target.fixtures.slow, body: { args: [] } })
      const waited = isObject(body) && body['result'] === target.fixtures.slow.result
      return { status, mode: waited ? 'sync' : 'async' }
    },
    claim: { name: 'defaultMode', isKept: (seen, claimed) => Object(seen).mode === claimed },
  },
  {
    requirement: 'RUN-RECORD',
    statement: 'the fields of a run beyond the documented ones',
    area: 'run-sync',
    needs: { fixtures: ['echo'], hooks: [], requests: 1, runs: 1, executions: 0 },
    observe: async (target) => {
      const { body } = await runWorkflow(target, { workflow: target.fixtures.echo })
      const others = Object.entries(isObject(body) ? body : {}).filter(([name]) => !runMembers.has(name))
      return shapeOf(Object.fromEntries(others))
    },
  },
]

/** An observation of something that the source document does not show. It cannot fail. */
export interface Observation {
  readonly requirement: Requirement['id']
  /** The first frozen set that has it. @default every set */
  readonly since?: string | undefined
  /** What is observed. */
  readonly statement: string
  readonly area: Area
  readonly needs: RuleNeeds
  /** What was seen: shapes and statuses, never values. */
  readonly observe: (target: Target) => Promise<unknown>
  /** The claim that turns the observation into a promise of the target: its name, and whether what was seen keeps it. */
  readonly claim?: {
    readonly name: keyof Claims
    readonly isKept: (seen: unknown, claimed: unknown) => boolean
    /** What making the claim would decide, in view of what was seen. @default the claim decides nothing but itself */
    readonly advise?: (seen: unknown) => string | undefined
  }
}

function pointersOf(seen: unknown): readonly unknown[] {
  const { differing } = Object(seen)
  return Array.isArray(differing) ? differing.map((leaf) => Object(leaf).pointer) : []
}

/** The shape of a JSON value: the names of its members and the types of their values, and no value. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null'
  if (Array.isArray(value)) return [...new Map(value.map((item) => [JSON.stringify(shapeOf(item)), shapeOf(item)])).values()]
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  )
}
