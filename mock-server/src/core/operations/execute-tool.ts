import { type Answer, refuse } from '../answer.ts'
import { authenticate } from '../authenticate.ts'
import { checkRateLimit } from '../check-rate-limit.ts'
import { copyJson } from '../copy-json.ts'
import { toFailure } from '../failure.ts'
import type { JsonObject } from '../json.ts'
import { readToolArguments } from '../read-arguments.ts'
import { readBody } from '../read-body.ts'
import type { Tool, ToolHostingKey, World } from '../world.ts'
import type { Call } from './call.ts'

/** Executes a tool in the version and with the variables of the key's profile: 401, 429, 400, 404, 402 (HOST-ENV). */
export async function executeTool(world: World, { request }: Call): Promise<Answer> {
  const caller = authenticate(request.headers, world.toolHostingKeys)
  checkRateLimit(world, { key: caller.key, organization: caller.organization.id })
  const { arguments: given = {}, tool: name, toolset } = await readBody(request, 'executeTool')
  const tool = foundTool(caller, { toolset, name })
  return execute(caller, { tool, args: readToolArguments(tool.parameters, given) })
}

function foundTool(
  { environment, organization }: ToolHostingKey,
  { name, toolset }: { readonly toolset: string; readonly name: string },
): Tool {
  const toolSet = organization.toolSets.get(toolset)
  const published = toolSet?.published.get(environment)
  if (toolSet === undefined || published === undefined) throw refuse(404, `No tool set ${toolset} is published to ${environment}`)
  const tool = toolSet.versions.get(published)?.tools.get(name)
  if (tool === undefined) throw refuse(404, `Tool set ${toolset} has no tool named ${name}`)
  return tool
}

/** The credit is taken first and given back on failure, so that no two executions take the same one (EXE-CREDIT). */
async function execute(
  { environment, organization }: ToolHostingKey,
  { args, tool }: { readonly tool: Tool; readonly args: JsonObject },
): Promise<Answer> {
  if (organization.credits < 1) throw refuse(402, 'The organization has no credits left')
  organization.credits -= 1
  try {
    const variables = organization.environments.get(environment) ?? {}
    const result = copyJson(await tool.implementation(args, { variables }), 'result')
    return { status: 200, body: { status: 'success', result } }
  } catch (thrown) {
    organization.credits += 1
    return { status: 200, body: { status: 'failed', error: toFailure(thrown) } }
  }
}
