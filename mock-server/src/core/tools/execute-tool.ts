import { didYouMean } from '@wfhost/internal/messages'
import { orLate } from '../clock/clock.ts'
import { redactionOf } from '../journal/show-exchange.ts'
import { copyJson, type Json, type JsonObject } from '../json.ts'
import { authenticate } from '../requests/authenticate.ts'
import { type Answer, type Call, refuse } from '../requests/plain-exchange.ts'
import { readBody, readToolArguments } from '../requests/read-body.ts'
import { toFailure } from '../workflows/failure.ts'
import { versionOf } from '../world/find.ts'
import type { Tool, ToolHostingKey, World } from '../world/world.ts'

/** Executes a tool in the version and with the variables of the key's profile: 401, 429, 400, 404, 402 (HOST-ENV). */
export async function executeTool(world: World, call: Call): Promise<Answer> {
  const caller = authenticate(call.request, world.toolHostingKeys)
  const subject = { key: caller.key, organization: caller.organization.id }
  const limitLast = world.assumptions.checkOrder === 'limit-last'
  if (!limitLast) world.rateLimiter.check(subject)
  const { arguments: given = {}, tool: name, toolset } = readBody(call.request, 'executeTool', redactionOf(world))
  const tool = foundTool(caller, { toolset, name })
  const args = readToolArguments(tool.parameters, given)
  if (limitLast) world.rateLimiter.check(subject)
  return execute(world, { caller, tool, args })
}

function foundTool(
  { environment, organization }: ToolHostingKey,
  { name, toolset }: { readonly toolset: string; readonly name: string },
): Tool {
  const toolSet = organization.toolSets.get(toolset)
  const published = toolSet?.published.get(environment)
  if (toolSet === undefined || published === undefined)
    throw refuse(
      404,
      `No tool set ${toolset} is published to ${environment}${didYouMean(toolset, [...organization.toolSets.keys()])}`,
    )
  const tools = versionOf(toolSet, published)?.tools ?? []
  const tool = tools.find((listed) => listed.name === name)
  if (tool !== undefined) return tool
  throw refuse(
    404,
    `Tool set ${toolset} has no tool named ${name}${didYouMean(
      name,
      tools.map((listed) => listed.name),
    )}`,
  )
}

/** Takes the credit first and returns it on failure, so that two executions cannot take the same one (EXE-CREDIT). */
async function execute(world: World, execution: Execution): Promise<Answer> {
  const { organization } = execution.caller
  if (organization.credits < 1) throw refuse(402, 'The organization has no credits left')
  organization.credits -= 1
  try {
    return { status: 200, body: { status: 'success', result: await performTool(world, execution) } }
  } catch (thrown) {
    organization.credits += 1
    return { status: 200, body: { status: 'failed', error: toFailure(thrown) } }
  }
}

export interface Execution {
  readonly caller: ToolHostingKey
  readonly tool: Tool
  readonly args: JsonObject
}

class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded'
}

/**
 * Runs the implementation of a tool in the sandbox of its tool set (EXE-SANDBOX): it sees its arguments and the
 * variables of its profile, its result is a copy, and its time is limited.
 */
async function performTool(world: World, { args, caller, tool }: Execution): Promise<Json> {
  const variables = caller.organization.environments.get(caller.environment) ?? {}
  const { signal } = world.stopping
  const outcome = tool.implementation(args, {
    variables,
    now: world.clock.now,
    random: world.random,
    sleep: (ms) => world.clock.sleep(ms, signal),
  })
  const { clock, toolTimeLimitMs: ms } = world
  const late = (): Error => new TimeLimitExceeded(`The tool took longer than ${ms} ms`)
  return copyJson(outcome instanceof Promise ? await orLate(outcome, { clock, ms, late }) : outcome, 'result')
}
