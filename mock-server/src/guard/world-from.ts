import { describeType } from '@wfhost/wire/messages'
import { canonicalJson, type JsonObject, readJson } from '../core/json.ts'
import { matchPath } from '../core/requests/paths.ts'
import type { DescribedWorkflow } from '../schema/described-workflow.ts'
import type { DescribedWorld } from '../schema/described-world.ts'
import type { Parameter } from '../schema/workflow.ts'
import { type RecordedExchange, readArchive } from './read-archive.ts'

/** What was asked and answered once, of a run, a step or a tool. */
interface Told {
  readonly args: JsonObject
  /** `result` or `failure`, as a world file has them. */
  readonly outcome: object
}

interface ToldRun extends Pick<Told, 'args'> {
  /** Undefined for one that was started async. */
  readonly outcome: object | undefined
  readonly steps: JsonObject
}

/**
 * Writes what an HTTP Archive has as a world that answers alike: runs and executions by their arguments, manifests, and
 * refusals such as 429 as faults. Keys are not in the archive, so they are new ones; what followed an async start is not in
 * it either, so such a run has no result.
 *
 * @throws {Error} for what is no HTTP Archive.
 */
export function worldFrom(text: string): DescribedWorld {
  const exchanges = readArchive(text).map(read)
  const flowIds = [...new Set(exchanges.flatMap(({ flowId }) => flowId ?? []))]
  const workflows = flowIds.flatMap((flowId) => {
    const told = exchanges.filter((exchange) => exchange.flowId === flowId).flatMap(toldRun)
    return told.length === 0 ? [] : [workflowOf(flowId, told)]
  })
  const known = new Set(workflows.map(({ flowId }) => flowId))
  const toolSets = toolSetsOf(exchanges)
  return {
    ...(toolSets.length === 0 ? {} : { organizations: [organizationOf(toolSets)] }),
    workspaces: [{ id: 'recorded', workflows }],
    faults: exchanges.flatMap((exchange, index) => {
      const { flowId, operation, retryAfter, status } = exchange
      if (operation === undefined || (status !== 429 && status < 500) || (flowId !== undefined && !known.has(flowId))) return []
      const sameBefore = exchanges.slice(0, index + 1).filter((other) => other.operation === operation && other.flowId === flowId)
      const wait = Number(retryAfter)
      const retryAfterSeconds = Number.isInteger(wait) && retryAfter !== undefined ? { retryAfterSeconds: wait } : {}
      const about = flowId === undefined ? { operation } : { flowId }
      return [{ kind: 'status' as const, status, ...retryAfterSeconds, ...about, nth: sameBefore.length }]
    }),
  }
}

function read({ request, response }: RecordedExchange) {
  const match = matchPath(new URL(request.url).pathname)
  const retryAfter = response.headers.find(({ name }) => name.toLowerCase() === 'retry-after')?.value
  return {
    operation: match?.operationId,
    flowId: match?.parameters.get('flowId'),
    status: response.status,
    retryAfter,
    asked: objectIn(request.postData?.text),
    answered: objectIn(response.content.text),
  }
}

type Exchange = ReturnType<typeof read>

function objectIn(text = ''): JsonObject {
  return Object(readJson(text))
}

function toldRun({ answered, asked, status }: Exchange): ToldRun[] {
  if (status < 200 || status > 299 || !Array.isArray(asked['args'])) return []
  const args = Object.fromEntries(asked['args'].map((given) => [Object(given).name, Object(given).value]))
  return [{ args, outcome: outcomeIn(answered), steps: Object(answered['stepOutputs']) }]
}

/** What a run, a step or an execution says that it ended with. */
function outcomeIn(answered: unknown): object | undefined {
  const { error, result = null, status } = Object(answered)
  if (status === 'success') return { result }
  const { name = 'Error', value = '' } = Object(error)
  return status === 'failed' ? { failure: { name: String(name), value: String(value) } } : undefined
}

function workflowOf(flowId: string, told: readonly ToldRun[]): DescribedWorkflow {
  const ended = told.flatMap(({ args, outcome, steps }) => (outcome === undefined ? [] : [{ args, outcome, steps }]))
  const ids = [...new Set(ended.flatMap(({ steps }) => Object.keys(steps)))]
  const steps = ids.map((id) => {
    const there = ended.flatMap(({ args, outcome: whole, steps: own }) => {
      // A failed run did not come to it. One that succeeded without it goes around it, which a world file cannot say.
      const outcome = outcomeIn(own[id]) ?? ('result' in whole ? { result: null } : undefined)
      return outcome === undefined ? [] : [{ args, outcome }]
    })
    return { id, ...happening(there) }
  })
  return {
    flowId,
    key: `recorded-${encodeURIComponent(flowId)}`,
    published: true,
    parameters: parametersOf(told),
    ...(steps.length === 0 ? {} : { steps }),
    ...happening(ended),
  }
}

/** Always the same; one after the other where the arguments are the same; or by the arguments, the last time that counts. */
function happening(told: readonly Told[]): object {
  const byArguments = new Map(told.map((each) => [canonicalJson(each.args), each]))
  const outcomes = new Set(told.map(({ outcome }) => canonicalJson(outcome)))
  if (outcomes.size <= 1) return told[0]?.outcome ?? { result: null }
  if (byArguments.size === 1) return { sequence: told.map(({ outcome }) => outcome) }
  // What asks for more arguments would not be reached after what asks for fewer of them.
  const cases = [...byArguments.values()].toSorted((one, other) => countOf(other) - countOf(one))
  return { cases: cases.map(({ args, outcome }) => ({ ...(Object.keys(args).length === 0 ? {} : { args }), ...outcome })) }
}

function countOf({ args }: Told): number {
  return Object.keys(args).length
}

function parametersOf(told: readonly Pick<Told, 'args'>[]): Parameter[] {
  const names = [...new Set(told.flatMap(({ args }) => Object.keys(args)))]
  return names.map((name) => {
    const types = told.map(({ args }) => describeType(args[name])).filter((type) => type !== 'nothing')
    const required = told.every(({ args }) => Object.hasOwn(args, name))
    return { name, type: types[0] as Parameter['type'], ...(required ? { required } : {}) }
  })
}

type ToolSet = NonNullable<NonNullable<DescribedWorld['organizations']>[number]['toolSets']>[number]
type Tool = ToolSet['versions'][number]['tools'][number]

/** The tool sets of the manifests, and those whose tools were executed. */
function toolSetsOf(exchanges: readonly Exchange[]): ToolSet[] {
  const listed = new Map<string, { readonly version: string; readonly tools: Map<string, Tool> }>()
  const find = (id: string, version = '1.0.0') => {
    const found = listed.get(id) ?? { version, tools: new Map() }
    listed.set(id, found)
    return found
  }
  for (const { answered } of exchanges)
    for (const { id, tools, version } of Array.isArray(answered['toolsets']) ? answered['toolsets'].map(Object) : [])
      for (const { description, name, parameters = [] } of tools ?? [])
        find(String(id), version).tools.set(name, { name, ...(description === undefined ? {} : { description }), parameters })
  const executions = exchanges.flatMap(({ answered, asked, operation }) => {
    const outcome = operation === 'executeTool' ? outcomeIn(answered) : undefined
    const args: JsonObject = Object(asked['arguments'])
    return outcome === undefined ? [] : [{ id: String(asked['toolset']), tool: String(asked['tool']), args, outcome }]
  })
  for (const { id, tool } of executions)
    if (!find(id).tools.has(tool)) {
      const own = executions.filter((other) => other.id === id && other.tool === tool)
      find(id).tools.set(tool, { name: tool, parameters: parametersOf(own) })
    }
  return Array.from(listed, ([id, { tools, version }]) => ({
    id,
    versions: [
      {
        version,
        tools: Array.from(tools, ([name, tool]) => {
          const told = executions.filter((execution) => execution.id === id && execution.tool === name)
          return { ...tool, ...(told.length === 0 ? { result: null } : toolHappening(told)) }
        }),
      },
    ],
    published: { default: version },
  }))
}

/** A tool tells no story. */
function toolHappening(told: readonly Told[]): object {
  const happens = happening(told)
  return 'sequence' in happens ? (told.at(-1)?.outcome ?? {}) : happens
}

function organizationOf(toolSets: readonly ToolSet[]) {
  const toolHostingKeys = [{ name: 'Default', environment: 'default', key: 'recorded-tools' }]
  return { id: 'recorded', credits: 1_000_000, environments: [{ name: 'default' }], toolHostingKeys, toolSets }
}
