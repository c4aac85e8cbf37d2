import { createRedactor, type Redactor } from '@wfhost/internal/redaction'
import { trailOfFailedRun } from '../core/journal/run-trail.ts'
import { keyNames } from '../core/journal/show-exchange.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { LimitWindow } from '../core/requests/rate-limit.ts'
import {
  explainMissingArguments,
  explainMissingResult,
  getRunStatus,
  type RunState,
  readResult,
  readWork,
} from '../core/workflows/run-store.ts'
import type { Organization, RegistryEntry, Toolset, Workflow, World } from '../core/world/world.ts'
import type { RateLimit } from '../schema/values.ts'
import { redactCopy, redactRunResult } from './redact-runs.ts'

/** Lists the runs of a world, the newest first. Keys are replaced by their names. */
export function listRuns(world: World) {
  const redactor = createRedactor(keyNames(world))
  return Array.from(world.runs.all(), (run) => summarizeRun(run, redactor)).toReversed()
}

/** Finds the runs whose IDs, arguments, steps or results contain a text, in upper or lower case. */
export function findRuns(world: World, text: string): string[] {
  const lowerCaseText = text.toLowerCase()
  const matching = Array.from(world.runs.all()).filter((run) => {
    const content = [run.runId, run.flowId, readWork(run)?.args, readResult(run)]
    return showForSearch(content).toLowerCase().includes(lowerCaseText)
  })
  return matching.map(({ runId }) => runId)
}

function showForSearch(content: readonly unknown[]): string {
  try {
    return JSON.stringify(content)
  } catch {
    // Nested too deeply. The first two are texts.
    return content.slice(0, 2).join(' ')
  }
}

/** Describes a run with its steps. Keys are replaced by their names, also where a workflow returned one. */
export function describeRun(world: World, runId: string) {
  const run = world.runs.find(runId)
  if (run === undefined) throw new MockStateError(`Cannot look at run "${runId}": it is not remembered`)

  const redactor = createRedactor(keyNames(world))
  const work = readWork(run)
  const storedResult = readResult(run)
  const result = storedResult === undefined ? undefined : redactRunResult(storedResult, redactor)
  return {
    ...summarizeRun(run, redactor),
    args: redactCopy(work?.args, redactor) ?? explainMissingArguments(run),
    result,
    trail: result?.status === 'failed' ? trailOfFailedRun(result.stepOutputs) : undefined,
    notKept: explainMissingResult(run),
    trace: redactCopy(work?.trace, redactor) ?? [],
    now: world.clock.now(),
  }
}

function summarizeRun(run: RunState, redactor: Redactor) {
  const { endedAt, flowId, mode, outcome, request, runId, startedAt } = run
  const failure = outcome.kind === 'ended' ? outcome.failure : undefined
  const error = redactCopy(failure, redactor)
  return { runId, flowId, mode, request, startedAt, endedAt, status: getRunStatus(run), error }
}

/** Describes how much a world stores, and its limit. */
export function describeMemory({ journal, memory: { limit, used }, runs }: World) {
  return {
    limitBytes: limit,
    usedBytes: used,
    runs: runs.size(),
    requests: journal.exchanges().length,
    forgottenRequests: journal.forgottenCount(),
  }
}

/** Describes the current workflows, organizations and registries of a world. Keys are replaced by their names. */
export function describeWorld(world: World) {
  const names = keyNames(world)
  const workflows = Array.from(world.workflows.values())
  return {
    product: world.product,
    workspaces: Array.from(world.workspaces.values(), (workspace) => ({
      id: workspace.id,
      name: workspace.name,
      registries: Array.from(workspace.registries.values(), (entry) => describeRegistry(entry, names)),
      workflows: workflows
        .filter((workflow) => workflow.workspace.id === workspace.id)
        .map((workflow) => describeWorkflow(workflow, names)),
    })),
    organizations: Array.from(world.organizations.values(), (organization) => describeOrganization(organization, names)),
  }
}

type KeyNames = ReadonlyMap<string, string>

function describeRegistry({ active, apiKey, manifestUrl, name, synced }: RegistryEntry, names: KeyNames) {
  return { name, manifestUrl, key: names.get(apiKey) ?? '[unknown]', active, toolsets: synced?.toolsets }
}

function describeWorkflow({ flowId, key, name, parameters, status }: Workflow, names: KeyNames) {
  return { flowId, name, status, parameters, key: key === undefined ? undefined : names.get(key) }
}

function describeOrganization(organization: Organization, names: KeyNames) {
  const { credits, environments, id, name, toolHostingKeys, toolsets } = organization
  return {
    id,
    name,
    credits,
    environments: [...environments.keys()],
    keys: Array.from(toolHostingKeys.values(), (key) => ({
      name: key.name,
      environment: key.environment,
      key: names.get(key.key) ?? '[unknown]',
    })),
    toolsets: Array.from(toolsets.values(), describeToolset),
  }
}

function describeToolset({ id, name, published, versions, visibility }: Toolset) {
  return {
    id,
    name,
    visibility,
    versions: versions.map(({ tools, version }) => ({ version, tools: tools.map((tool) => tool.name) })),
    published: Object.fromEntries(published),
  }
}

/** Returns the key or session that has a name in the journal. */
export function findKeyByName(world: World, name: string): string {
  for (const [key, keyName] of keyNames(world)) {
    if (keyName === name) return key
  }
  throw new MockStateError(`Cannot show ${name}: there is no such key`)
}

/** Describes the rate limit and its current windows. Keys are replaced by their names. */
export function describeLimits(world: World) {
  const { clock, rateLimiter } = world
  const limit = rateLimiter.limit()
  if (limit === undefined) return { limit, windows: [] }

  const names = keyNames(world)
  const now = clock.now()
  const windows = Array.from(rateLimiter.windows(), ([counted, window]) => ({
    of: names.get(counted) ?? counted,
    left: countRemaining(window, { limit, now }),
    endsInMs: Math.max(0, (window.stated ?? window.until) - now),
  }))
  return { limit, windows }
}

interface LimitNow {
  readonly limit: RateLimit
  readonly now: number
}

/** Returns how many more requests a window allows. */
function countRemaining({ left, stated, until }: LimitWindow, { limit, now }: LimitNow): number {
  // A refusal has stated a time, and no request is allowed before it.
  if (stated !== undefined && stated > now) return 0
  const hasEnded = until <= now
  return hasEnded ? limit.requests : left
}
