import { isInitiallyPublished } from '../../schema/workflow.ts'
import { readBearerKey } from '../requests/authenticate.ts'
import { matchPath } from '../requests/paths.ts'
import type { Organization, World } from '../world/world.ts'
import type { ContractFacts, RecordedExchange } from './journal.ts'

/** Reads the facts about an exchange that has just ended. */
export function readContractFacts(world: World, exchange: RecordedExchange): ContractFacts {
  const parameters = matchPath(exchange.path.replace(/\?.*$/, ''))?.parameters
  const flowId = parameters?.get('flowId')
  const orgId = parameters?.get('orgId')
  const workflow = flowId === undefined ? undefined : world.workflows.get(flowId)

  const isUnknownWorkflow = flowId !== undefined && workflow === undefined
  const isUnknownOrganization = orgId !== undefined && !world.organizations.has(orgId)
  return {
    isKnown: !isUnknownWorkflow && !isUnknownOrganization,
    obstacles: listObstacles(world, exchange, flowId),
    resultSchema: workflow?.resultSchema,
  }
}

function listObstacles(world: World, exchange: RecordedExchange, flowId: string | undefined): string[] {
  const obstacles = exchange.faults.map((kind) => `the fault ${kind} changed the response`)
  if (exchange.operation === undefined) obstacles.push('the API document has no such operation')
  if (exchange.forwarded !== undefined) obstacles.push('another server sent the response')
  if (exchange.response === undefined) obstacles.push('the test received no response')

  const changes = [describeClock(world), describeWorkflow(world, flowId), describeCredits(world, exchange)]
  return [...obstacles, ...changes.filter((change) => change !== undefined)]
}

/** A clock may be this much ahead of the machine without having been moved. */
const CLOCK_TOLERANCE_MS = 1000

/** Returns whether a test moved the clock. A frozen clock falls behind the machine, and that is not a move. */
function describeClock({ clock, openedAt }: World): string | undefined {
  const aheadMs = clock.now() - openedAt.clockMs - (Date.now() - openedAt.machineMs)
  if (aheadMs <= CLOCK_TOLERANCE_MS) return undefined
  return 'the test had moved the clock'
}

/** Describes a workflow that the seed publishes and a test withdrew. */
function describeWorkflow(world: World, flowId: string | undefined): string | undefined {
  const status = flowId === undefined ? undefined : world.workflows.get(flowId)?.status
  if (status === undefined || status === 'published') return undefined

  const { workspaces = [] } = world.createSeed()
  const seed = workspaces.flatMap(({ workflows = [] }) => workflows).find((workflow) => workflow.flowId === flowId)
  const wasPublished = seed !== undefined && isInitiallyPublished(seed) && seed.archived !== true
  if (!wasPublished) return undefined

  const change = status === 'archived' ? 'archived' : 'unpublished'
  return `the test had ${change} workflow ${flowId}`
}

/** Describes an organization whose credits the executions of a test used up. */
function describeCredits(world: World, { operation, requestHeaders, response }: RecordedExchange): string | undefined {
  const isRefusedExecution = operation === 'executeTool' && (response?.status ?? 0) >= 400
  if (!isRefusedExecution) return undefined

  const organization = findOrganizationOfKey(world, requestHeaders['authorization'])
  if (organization === undefined || organization.credits > 0) return undefined

  const seed = world.createSeed().organizations?.find(({ id }) => id === organization.id)
  const hadCredits = (seed?.credits ?? 0) > 0
  return hadCredits ? `the test had left organization ${organization.id} without credits` : undefined
}

function findOrganizationOfKey({ toolHostingKeys }: World, authorization = ''): Organization | undefined {
  const key = readBearerKey({ header: () => authorization })
  return key === undefined ? undefined : toolHostingKeys.get(key)?.organization
}
