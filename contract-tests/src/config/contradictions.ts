import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { DeclaredFixtures } from '../target/target.ts'
import type { Contradiction } from './contradiction.ts'
import { findRegistryContradictions } from './registry-contradictions.ts'

/** The fixtures that a configuration declares. Only `regenerated` has another type for a program, and is not read here. */
type Fixtures = { readonly [Name in Exclude<keyof DeclaredFixtures, 'regenerated'>]?: DeclaredFixtures[Name] | undefined }

/** Refuses fixtures that no server can have together, such as a tool set that is both listed and not listed. */
export function refuseContradictions(fixtures: Fixtures, { addIssue }: z.RefinementCtx): void {
  const contradictions = [
    ...findRepeatedParameters(fixtures),
    ...findArgumentContradictions(fixtures),
    ...findEqualSteps(fixtures),
    ...findSharedWorkflows(fixtures),
    ...findAmbiguousResults(fixtures),
    ...findListContradictions(fixtures),
    ...findEqualOrganizations(fixtures),
    ...findEqualPublication(fixtures),
    ...findEqualPayloads(fixtures),
    ...findEqualTexts(fixtures),
  ]
  for (const { message, path } of contradictions) addIssue({ code: 'custom', path: [...path], message })
}

/** One parameter has one type. */
function findRepeatedParameters({ echo }: Fixtures): Contradiction[] {
  const entries = Object.entries(echo?.parameters ?? {})
  return entries.flatMap(([type, name], index) => {
    const earlier = entries.slice(0, index).find(([, earlierName]) => earlierName === name)
    if (earlier === undefined) return []

    const message = `expected another parameter than fixtures.echo.parameters.${earlier[0]}, found ${name} again; name a parameter of this type, or leave it out`
    return [{ path: ['echo', 'parameters', type], message }]
  })
}

/**
 * Finds contradictions in `fixtures.typed`, a workflow whose parameters have declared types. The checks send its valid arguments,
 * then leave out the required one, and then send a value of a wrong type. For example:
 *
 * ```yaml
 * validArguments: { subject: Hello, priority: 1 }
 * required: subject
 * mistyped: { name: priority, value: high }
 * ```
 *
 * - Without `subject` in `validArguments`, the required argument would be missing from the valid ones.
 * - With `value: 2`, the mistyped value would have the type of the valid one.
 */
function findArgumentContradictions({ typed }: Fixtures): Contradiction[] {
  if (typed === undefined) return []
  const { mistyped, required: requiredName, validArguments } = typed
  const contradictions: Contradiction[] = []

  if (!Object.hasOwn(validArguments, requiredName)) {
    const message = `expected a value for ${requiredName}, the required parameter, found none; add it`
    contradictions.push({ path: ['typed', 'validArguments'], message })
  }

  const hasValidValue = Object.hasOwn(validArguments, mistyped.name)
  const validType = getTypeName(validArguments[mistyped.name])
  const mistypedType = getTypeName(mistyped.value)
  if (hasValidValue && validType === mistypedType) {
    const expected = `expected a value of another type than validArguments has for ${mistyped.name}`
    const message = `${expected}, found ${mistypedType}, too; give a value of another type`
    contradictions.push({ path: ['typed', 'mistyped', 'value'], message })
  }
  return contradictions
}

function getTypeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function findEqualSteps({ failing }: Fixtures): Contradiction[] {
  if (failing === undefined || failing.succeededStep !== failing.failedStep) return []

  const message = `expected another step than succeededStep, found ${failing.failedStep} for both; name the step that fails`
  return [{ path: ['failing', 'failedStep'], message }]
}

/** The fixtures whose workflows are in different workspaces, or must not be the same one. */
const workspaceFixtures: readonly string[] = ['echo', 'secondWorkflow', 'otherWorkspace']

/** The fixtures whose workflow is in a state that no other fixture has. */
const stateFixtures: readonly string[] = ['archived', 'unpublishedFlowId', 'publishableFlowId', 'unknownFlowId']

/** The fixtures that one workflow may be: a workflow that was never published is not published either. */
const unpublishedFixtures: ReadonlySet<string> = new Set(['unpublishedFlowId', 'publishableFlowId'])

/** Finds fixtures that name one workflow, although no workflow can be both. */
function findSharedWorkflows(fixtures: Fixtures): Contradiction[] {
  // The message blames the later fixture, which is the more special one.
  const order = [...workspaceFixtures, ...stateFixtures]
  const flowIds = listFlowIds(fixtures).toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))

  return flowIds.flatMap((later, index) => {
    const earlier = flowIds.slice(0, index).find(({ flowId, name }) => flowId === later.flowId && !canBeSame(name, later.name))
    if (earlier === undefined) return []

    const message = `expected another workflow than fixtures.${earlier.name}, found ${later.flowId} for both; name the workflow that the description of this fixture requires`
    return [{ path: later.path, message }]
  })
}

/** Whether one workflow can be both fixtures. */
function canBeSame(earlier: string, later: string): boolean {
  if (stateFixtures.includes(later)) return unpublishedFixtures.has(earlier) && unpublishedFixtures.has(later)
  return !(workspaceFixtures.includes(earlier) && workspaceFixtures.includes(later))
}

interface NamedFlowId {
  readonly name: string
  readonly path: readonly (string | number)[]
  readonly flowId: string
}

function listFlowIds(fixtures: Fixtures): NamedFlowId[] {
  return Object.entries(fixtures).flatMap(([name, fixture]): NamedFlowId[] => {
    if (typeof fixture === 'string') return [{ name, path: [name], flowId: fixture }]

    const { flowId } = Object(fixture)
    return typeof flowId === 'string' ? [{ name, path: [name, 'flowId'], flowId }] : []
  })
}

/** A run that a fixture declares: its request, and its result if the fixture states one. */
interface DeclaredRun {
  readonly path: readonly (string | number)[]
  readonly request: { readonly flowId: string; readonly args: object }
  readonly result: unknown
}

/** Finds fixtures with the same request but different results. */
function findAmbiguousResults(fixtures: Fixtures): Contradiction[] {
  const contradictions: Contradiction[] = []
  const earlierRuns: DeclaredRun[] = []

  for (const run of listDeclaredRuns(fixtures)) {
    const conflictingRun = earlierRuns.find((earlierRun) => isInConflict(earlierRun, run))
    earlierRuns.push(run)
    if (conflictingRun === undefined) continue

    const message = `expected another workflow or other args than ${formatFixture(conflictingRun.path)}, found the same; name a workflow with the result of this fixture`
    contradictions.push({ path: [...run.path, 'flowId'], message })
  }
  return contradictions
}

function listDeclaredRuns({ echo, failing, falsyOutputs = [], slow }: Fixtures): readonly DeclaredRun[] {
  const runs: DeclaredRun[] = []
  if (echo !== undefined) runs.push(toDeclaredRun(['echo'], echo))
  if (failing !== undefined) runs.push(toDeclaredRun(['failing'], failing))
  if (slow !== undefined) runs.push(toDeclaredRun(['slow'], slow))

  for (const [index, output] of falsyOutputs.entries()) runs.push(toDeclaredRun(['falsyOutputs', index], output))
  return runs
}

interface RunFixture {
  readonly flowId: string
  readonly args?: object | undefined
  readonly result?: unknown
}

function toDeclaredRun(path: DeclaredRun['path'], { args = {}, flowId, result }: RunFixture): DeclaredRun {
  return { path, request: { flowId, args }, result }
}

/** Whether two runs have the same request, and do not state the same result. Two falsy outputs of one run state the same. */
function isInConflict(run: DeclaredRun, otherRun: DeclaredRun): boolean {
  const hasSameResult = run.result !== undefined && run.result === otherRun.result
  return isDeepStrictEqual(run.request, otherRun.request) && !hasSameResult
}

function formatFixture([name, index]: readonly (string | number)[]): string {
  return index === undefined ? `fixtures.${name}` : `fixtures.${name}[${index}]`
}

const registryNames = ['registry', 'otherEnvironment', 'otherOrganization'] as const

function findListContradictions(fixtures: Fixtures): Contradiction[] {
  const { unpublishedOrganization } = fixtures
  const contradictions = registryNames.flatMap((name) => {
    const registry = fixtures[name]
    return registry === undefined ? [] : findRegistryContradictions(name, registry)
  })

  const unlisted = unpublishedOrganization?.notListed?.indexOf(unpublishedOrganization.toolset) ?? -1
  if (unlisted === -1) return contradictions

  const message = `expected a tool set without a tool, found ${unpublishedOrganization?.toolset}, which toolset names; remove it here`
  return [...contradictions, { path: ['unpublishedOrganization', 'notListed', unlisted], message }]
}

function findEqualOrganizations({ organization, unpublishedOrganization }: Fixtures): Contradiction[] {
  if (organization === undefined || organization.orgId !== unpublishedOrganization?.orgId) return []

  const message = `expected another organization than fixtures.organization, found ${organization.orgId} for both; name one that has published nothing`
  return [{ path: ['unpublishedOrganization', 'orgId'], message }]
}

function findEqualPublication({ publishableToolset, registry }: Fixtures): Contradiction[] {
  if (publishableToolset === undefined || registry === undefined) return []
  const { toolset, version } = publishableToolset

  const listed = registry.listed.find((item) => item.toolset === toolset)
  if (listed === undefined) {
    const message = `expected a tool set that fixtures.registry.listed has, found ${toolset}; add it there, or name another one`
    return [{ path: ['publishableToolset', 'toolset'], message }]
  }
  if (listed.version !== version) return []

  const message = `expected another version than fixtures.registry.listed has, found ${version}; name another version of ${toolset}`
  return [{ path: ['publishableToolset', 'version'], message }]
}

function findEqualPayloads({ execute, executeFailing }: Fixtures): Contradiction[] {
  if (execute === undefined || !isDeepStrictEqual(execute.payload, executeFailing)) return []
  const message = 'expected another body than fixtures.execute.payload, found the same; give a body that fails'
  return [{ path: ['executeFailing'], message }]
}

/** Finds texts that cannot show which key executed a tool. The checks compare each of them with the text of the first key. */
function findEqualTexts(fixtures: Fixtures): Contradiction[] {
  return (['executeEnvironment', 'executeVersion'] as const).flatMap((name) => {
    const [first, ...others] = Object.entries(fixtures[name]?.expectedText ?? {})
    if (first === undefined) return []

    const [firstMember, firstText] = first
    const equal = others.filter(([, text]) => text !== undefined && text === firstText)
    const message = `expected another text than ${firstMember} has, found the same; let the tool show a value that differs`
    return equal.map(([member]) => ({ path: [name, 'expectedText', member], message }))
  })
}
