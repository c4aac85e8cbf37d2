import { keyNames } from '../core/journal/show-exchange.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import {
  explainMissingArguments,
  explainMissingResult,
  getRunStatus,
  type RunState,
  readResult,
  readWork,
} from '../core/workflows/run-store.ts'
import type { World } from '../core/world/world.ts'

export function listRuns(world: World) {
  return Array.from(world.runs.all(), summaryOf).toReversed()
}

/** A run with its steps; keys may occur in what workflows return, and stand there as they are. */
export function lookAtRun(world: World, runId: string) {
  const run = world.runs.find(runId)
  if (run === undefined) throw new MockStateError(`Cannot look at run "${runId}": it is not remembered`)
  const work = readWork(run)
  const args = work?.args ?? explainMissingArguments(run)
  const result = readResult(run)
  return { ...summaryOf(run), args, result, notKept: explainMissingResult(run), trace: work?.trace ?? [], now: world.clock.now() }
}

function summaryOf(run: RunState) {
  const { endedAt, flowId, mode, outcome, request, runId, startedAt } = run
  const error = outcome.kind === 'ended' ? outcome.failure : undefined
  return { runId, flowId, mode, request, startedAt, endedAt, status: getRunStatus(run), error }
}

/** Describes how much a world remembers, and its limit. */
export function memory({ journal, memory: { limit, used }, runs }: World) {
  return {
    limitBytes: limit,
    usedBytes: used(),
    runs: runs.size(),
    requests: journal.exchanges().length,
    forgottenRequests: journal.forgotten(),
  }
}

/** Workflows, organizations and registries as they stand; keys by their names. */
export function overview(world: World) {
  const names = keyNames(world)
  return {
    product: world.product,
    workspaces: Array.from(world.workspaces.values(), ({ id, name, registries }) => ({
      id,
      name,
      registries: Array.from(registries.values(), ({ active, apiKey, manifestUrl, name: registry, synced }) => ({
        name: registry,
        manifestUrl,
        key: names.get(apiKey) ?? '[unknown]',
        active,
        toolSets: synced?.toolSets,
      })),
      workflows: Array.from(world.workflows.values())
        .filter(({ workspace }) => workspace.id === id)
        .map(({ flowId, key, name: title, parameters, status }) => ({
          flowId,
          name: title,
          status,
          parameters,
          key: key === undefined ? undefined : names.get(key),
        })),
    })),
    organizations: Array.from(world.organizations.values(), ({ credits, environments, id, name, toolHostingKeys, toolSets }) => ({
      id,
      name,
      credits,
      environments: [...environments.keys()],
      keys: Array.from(toolHostingKeys.values(), ({ environment, key, name: title }) => ({
        name: title,
        environment,
        key: names.get(key) ?? '[unknown]',
      })),
      toolSets: Array.from(toolSets.values(), ({ id: toolSet, name: title, published, versions, visibility }) => ({
        id: toolSet,
        name: title,
        visibility,
        versions: versions.map(({ tools, version }) => ({ version, tools: tools.map((tool) => tool.name) })),
        published: Object.fromEntries(published),
      })),
    })),
  }
}

/** A key or session by the name that the journal has for it. */
export function keyNamed(world: World, name: string): string {
  const found = [...keyNames(world)].find(([, known]) => known === name)
  if (found === undefined) throw new MockStateError(`Cannot show ${name}: there is no such key`)
  return found[0]
}

/** The rate limit, and what is left of each window; keys by their names. */
export function limits(world: World) {
  const { clock, rateLimiter } = world
  const names = keyNames(world)
  const limit = rateLimiter.limit()
  const now = clock.now()
  if (limit === undefined) return { limit, windows: [] }
  const windows = Array.from(rateLimiter.windows(), ([of, { left, stated, until }]) => ({
    of: names.get(of) ?? of,
    left: stated !== undefined && stated > now ? 0 : until <= now ? limit.requests : left,
    endsInMs: Math.max(0, (stated ?? until) - now),
  }))
  return { limit, windows }
}
