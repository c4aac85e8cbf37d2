import { readRetryAfter } from '@wfhost/internal/retry-after'
import type { JsonObject } from '../core/json.ts'
import { readToolArguments } from '../core/requests/read-body.ts'
import { defaultProduct } from '../core/world/create-world.ts'
import type { DescribedWorkflow } from '../schema/described-workflow.ts'
import type { DescribedWorld } from '../schema/described-world.ts'
import type { Parameter } from '../schema/workflow.ts'
import { readArchive, tellLeftOut } from './read-archive.ts'
import { named, objectOf, outcomeIn, readExchange, refusedAnyway, type ToldExchange } from './read-exchange.ts'
import { happening, parametersOf, type Tell } from './recorded-behaviour.ts'
import { toolSetsOf } from './recorded-tool-sets.ts'

/** A world that is made from a recording, and what it does not have of it. */
export interface WorldFrom {
  /** Undefined if there is nothing to make one of. */
  readonly world: DescribedWorld | undefined
  /** In lines: how many entries were taken, why others were not, and where the world answers otherwise. */
  readonly notes: readonly string[]
}

/**
 * Writes what an HTTP Archive has as a world that answers alike: runs and executions by their arguments, manifests, and
 * refusals such as 429 as faults. Keys are not in the archive, so they are new ones; what followed an async start is not in
 * it either, so such a run has no result.
 *
 * @throws {Error} for what is no HTTP Archive.
 */
export function worldFrom(text: string): WorldFrom {
  const { exchanges, unread } = readArchive(text)
  const all = exchanges.map(readExchange)
  const told = all.filter(({ why }) => why === undefined)
  const differences = new Set<string>()
  const tell: Tell = (line) => void differences.add(line)
  const flowIds = [...new Set(told.flatMap(({ path }) => path.get('flowId') ?? []))]
  const workflows = flowIds.map((flowId) => {
    const own = told.filter(({ path }) => path.get('flowId') === flowId)
    return workflowOf(flowId, own, tell)
  })
  const organization = organizationOf(told, tell)
  const refused = told.filter(({ outcome, status }) => status >= 300 && outcome === undefined)
  const anyway = refused.filter((exchange) => isRefusedAnyway(exchange, { workflows, organization }))
  const faults = refused.filter((exchange) => !anyway.includes(exchange)).map((exchange) => faultOf(exchange, all))
  const left = [
    ...unread,
    ...all.flatMap(({ what, why }) => (why === undefined ? [] : [{ what, why }])),
    // The 404 of a run is there: its workflow is archived.
    ...anyway.flatMap(({ operation, status, what }) =>
      operation === 'runPublishedWorkflow' && status === 404 ? [] : [{ what, why: refusedAnyway }],
    ),
  ]
  for (const { outcome, status } of told)
    if (outcome !== undefined && status !== 200)
      tell(`what was answered with ${status} is with 200, unless the assumptions say so`)
  const world = {
    ...(organization === undefined ? {} : { organizations: [organization] }),
    workspaces: [{ id: 'recorded', workflows }],
    faults,
  }
  if (faults.length > 0) tell('a refusal comes at its place among the requests to the workflow, whatever their arguments')
  if (hasRounded(world)) tell('integers beyond 2^53 are rounded to what a number can hold')
  const count = exchanges.length + unread.length
  const notes = [
    `Took ${count - left.length} of ${count} entries${left.length === 0 ? '' : ', and left out'}`,
    ...tellLeftOut(left),
    ...(differences.size === 0 ? [] : ['Other than in the recording']),
    ...Array.from(differences, (line) => `  ${line}`),
  ]
  return { world: told.length === 0 ? undefined : world, notes }
}

function hasRounded(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasRounded)
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

function workflowOf(flowId: string, told: readonly ToldExchange[], tell: Tell): DescribedWorkflow {
  const subject = `workflow ${flowId}`
  const ended = told.flatMap(({ answered, args = {}, outcome }) =>
    outcome === undefined ? [] : [{ args, outcome, steps: named(objectOf(answered['stepOutputs'])) }],
  )
  const ids = [...new Set(ended.flatMap(({ steps }) => Object.keys(steps)))]
  const steps = ids.map((id) => {
    const there = ended.flatMap(({ args, outcome: whole, steps: own }) => {
      const outcome = outcomeIn(own[id])
      if (outcome !== undefined) return [{ args, outcome }]
      // A failed run did not come to it.
      if ('failure' in whole) return []
      tell(`step ${id} of ${subject} was left out by some runs, and returns null in those`)
      return [{ args, outcome: { result: null } }]
    })
    return { id, ...happening(there, `step ${id} of ${subject}`, tell) }
  })
  // What was refused as malformed says nothing about what is not.
  const asked = told.flatMap(({ args, status }) => (args === undefined || status === 400 ? [] : [args]))
  const isGone = told.every(({ status }) => status === 404)
  if (isGone) tell(`${subject} got 404 alone, and is archived; it may not have been published, or not have been there`)
  else if (ended.length === 0) tell(`${subject} returns null, as no result of it was recorded`)
  return {
    flowId,
    key: `recorded-${encodeURIComponent(flowId)}`,
    ...(isGone ? { archived: true } : { published: true }),
    parameters: parametersOf(asked, subject, tell),
    ...(steps.length === 0 ? {} : { steps }),
    ...happening(ended, subject, tell),
  }
}

type Organization = NonNullable<DescribedWorld['organizations']>[number]

function organizationOf(told: readonly ToldExchange[], tell: Tell): Organization | undefined {
  const asked = told.filter(({ path }) => path.has('product'))
  if (asked.length === 0) return undefined
  for (const { path } of asked) {
    const product = path.get('product')
    if (product !== defaultProduct) tell(`the tool registry is that of the product ${defaultProduct}, not ${product}`)
  }
  const ids = [...new Set(asked.flatMap(({ path }) => path.get('orgId') ?? []))]
  for (const other of ids.slice(1)) tell(`the tool sets of the organization ${other} are those of ${ids[0]}`)
  return {
    id: ids[0] ?? 'recorded',
    credits: 1_000_000,
    environments: [{ name: 'default' }],
    toolHostingKeys: [{ name: 'Default', environment: 'default', key: 'recorded-tools' }],
    toolSets: toolSetsOf(asked, tell),
  }
}

interface Made {
  readonly workflows: readonly DescribedWorkflow[]
  readonly organization: Organization | undefined
}

/** Whether the world refuses a request as it was refused, without a fault. */
function isRefusedAnyway(exchange: ToldExchange, { organization, workflows }: Made): boolean {
  const { args, asked, operation, path, status } = exchange
  const workflow = workflows.find(({ flowId }) => flowId === path.get('flowId'))
  const toolSet = organization?.toolSets?.find(({ id }) => id === asked['toolset'])
  const taker = workflow ?? toolSet?.versions[0]?.tools.find(({ name }) => name === asked['tool'])
  if (status === 403) return true
  if (status === 404) return workflow === undefined ? taker === undefined : workflow.archived === true
  if (status !== 400) return false
  if (operation !== 'runPublishedWorkflow' && operation !== 'executeTool') return organization?.toolSets?.length === 0
  return args === undefined || taker === undefined || !fits(taker.parameters, args)
}

function fits(parameters: readonly Parameter[] = [], args: JsonObject): boolean {
  try {
    readToolArguments(parameters, args)
    return true
  } catch {
    return false
  }
}

type WorldFault = NonNullable<DescribedWorld['faults']>[number]

/** A refusal at its place among the requests to the same workflow or operation. */
function faultOf(exchange: ToldExchange, all: readonly ToldExchange[]): WorldFault {
  const { answered, at, headers, operation, path, status } = exchange
  const flowId = path.get('flowId')
  const before = all.slice(0, all.indexOf(exchange) + 1)
  const nth = before.filter((other) => other.operation === operation && other.path.get('flowId') === flowId).length
  const selected = { ...(flowId === undefined ? { operation } : { flowId }), nth }
  const now = Date.parse(headers.get('date') ?? at ?? '') || Date.now()
  const until = readRetryAfter(headers, now)
  if (status === 429 && until === undefined) return { kind: 'retry-after-missing', ...selected }
  if (status === 429 && until === 'unreadable') return { kind: 'retry-after-malformed', ...selected }
  const retryAfterSeconds = typeof until === 'number' ? Math.ceil((until - now) / 1000) : undefined
  return {
    kind: 'status',
    status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(Object.keys(answered).length === 0 ? {} : { body: answered }),
    ...selected,
  }
}
