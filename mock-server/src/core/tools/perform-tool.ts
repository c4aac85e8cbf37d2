import { copyJson } from '../copy-json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Tool, ToolHostingKey, World } from '../world/world.ts'

/** The execution of a tool. */
export interface Execution {
  readonly caller: ToolHostingKey
  readonly tool: Tool
  readonly args: JsonObject
}

/** A tool exceeded its time limit. */
class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded'
}

/**
 * Runs the implementation of a tool in the sandbox of its tool set (EXE-SANDBOX): it sees its arguments and the
 * variables of its profile, its result is a copy, and its time is limited.
 */
export async function performTool(world: World, { args, caller, tool }: Execution): Promise<Json> {
  const variables = caller.organization.environments.get(caller.environment) ?? {}
  const { signal } = world.stopping
  const outcome = tool.implementation(args, {
    variables,
    now: world.clock.now,
    random: world.random,
    sleep: (ms) => world.clock.sleep(ms, signal),
  })
  const result = outcome instanceof Promise ? await withinLimit(world, outcome) : outcome
  return copyJson(result, 'result')
}

async function withinLimit(world: World, outcome: Promise<Json>): Promise<Json> {
  const waiting = new AbortController()
  const limit = world.clock.sleep(world.toolTimeLimitMs, waiting.signal)
  const late = limit.then(() => {
    throw new TimeLimitExceeded(`The tool took longer than ${world.toolTimeLimitMs} ms`)
  })
  try {
    return await Promise.race([outcome, late])
  } finally {
    late.catch(() => {})
    waiting.abort()
  }
}
