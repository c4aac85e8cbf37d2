import type { JsonObject } from '../core/json.ts'
import type { DescribedWorld } from '../schema/described-world.ts'
import { type Parameter, parameterType } from '../schema/workflow.ts'
import { objectOf, type ToldExchange } from './read-exchange.ts'
import { parametersOf, type Tell, type Told, toolHappening } from './recorded-behaviour.ts'

type ToolSet = NonNullable<NonNullable<DescribedWorld['organizations']>[number]['toolSets']>[number]
type Tool = ToolSet['versions'][number]['tools'][number]

interface Execution extends Told {
  readonly toolSet: string
  readonly tool: string
}

interface Listed extends Omit<ToolSet, 'versions' | 'published'> {
  readonly version: string
  readonly tools: Map<string, Tool>
}

/** The tool sets of the manifests, and those whose tools were executed. */
export function toolSetsOf(told: readonly ToldExchange[], tell: Tell): ToolSet[] {
  const executions = told.flatMap(executionIn)
  const listed = listedIn(told, tell)
  for (const { tool, toolSet } of executions) {
    const { tools } = listed.get(toolSet) ?? { tools: new Map() }
    if (!listed.has(toolSet)) listed.set(toolSet, { id: toolSet, version: '1.0.0', tools })
    const own = executions.filter((other) => other.toolSet === toolSet && other.tool === tool).map(({ args }) => args)
    if (!tools.has(tool)) tools.set(tool, { name: tool, parameters: parametersOf(own, `tool ${tool}`, tell) })
  }
  const idle = [...listed.values()].flatMap(({ id, tools }) =>
    [...tools.keys()].filter((tool) => !executions.some((own) => own.toolSet === id && own.tool === tool)),
  )
  if (idle.length > 0) tell(`tools that were not executed return null: ${idle.join(', ')}`)
  return Array.from(listed.values(), ({ tools, version, ...toolSet }) => ({
    ...toolSet,
    versions: [
      {
        version,
        tools: Array.from(tools.values(), (tool) => {
          const own = executions.filter((execution) => execution.toolSet === toolSet.id && execution.tool === tool.name)
          return { ...tool, ...toolHappening(own, `tool ${tool.name}`, tell) }
        }),
      },
    ],
    published: { default: version },
  }))
}

function listedIn(told: readonly ToldExchange[], tell: Tell): Map<string, Listed> {
  const listed = new Map<string, Listed>()
  for (const toolSet of told.flatMap(({ answered }) => objectsIn(answered['toolsets'], 'id'))) {
    const { id: listedId, version: given } = toolSet
    const [id, version] = [String(listedId), (typeof given === 'string' && given) || '1.0.0']
    const found = listed.get(id) ?? { id, ...shown(toolSet), version, tools: new Map() }
    listed.set(id, found)
    if (found.version !== version) tell(`tool set ${id} has the version ${found.version} alone, not ${version}`)
    for (const { description, name, parameters } of objectsIn(toolSet['tools'])) {
      const said = typeof description === 'string' ? { description } : {}
      const listedAs = objectsIn(parameters).map(toParameter)
      const own = [...new Map(listedAs.map((parameter) => [parameter.name, parameter])).values()]
      if (own.length < listedAs.length) tell(`tool ${String(name)} has each parameter once, and was listed with one twice`)
      found.tools.set(String(name), { name: String(name), ...said, parameters: own })
    }
  }
  return listed
}

function shown({ name, visibility }: JsonObject): Pick<ToolSet, 'name' | 'visibility'> {
  return {
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(visibility === 'public' ? { visibility } : {}),
  }
}

function executionIn({ args = {}, asked, operation, outcome }: ToldExchange): Execution[] {
  if (operation !== 'executeTool' || outcome === undefined) return []
  return [{ toolSet: String(asked['toolset']), tool: String(asked['tool']), args, outcome }]
}

/** The document allows further members, which a world file does not have. */
function toParameter({ name, required, type }: JsonObject): Parameter {
  const known = parameterType.options.find((each) => each === type) ?? 'string'
  return { name: String(name), type: known, ...(required === true ? { required } : {}) }
}

/** The objects of a list, of which each has a name. */
function objectsIn(value: unknown, name = 'name'): readonly JsonObject[] {
  const all = Array.isArray(value) ? value.map(objectOf) : []
  return all.filter((each) => typeof each[name] === 'string' && each[name] !== '')
}
