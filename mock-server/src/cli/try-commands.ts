import { quoteForShell } from '@wfhost/internal/curl'
import type { Json, JsonObject } from '../core/json.ts'
import { operationPath } from '../core/requests/paths.ts'
import { defaultProduct } from '../core/world/create-world.ts'
import { sampleKeys } from '../sample-world.ts'
import type { Parameter, ParameterType } from '../schema/workflow.ts'
import type { MockSeed } from '../schema/world.ts'

export function sampleCommands(url: string): string[] {
  return [
    runCommand(url, {
      flowId: 'support-triage',
      key: sampleKeys.workflows['support-triage'],
      args: { subject: 'My invoice is wrong' },
    }),
    manifestCommand(url, sampleKeys.defaultEnvironment),
    executeCommand(url, {
      key: sampleKeys.defaultEnvironment,
      execution: { toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } },
    }),
  ]
}

/** The curl commands to try a world: a run, the manifest, and an execution, as far as the world has their keys. */
export function tryCommands(url: string, { organizations = [], workspaces = [] }: MockSeed): string[] {
  const workflow = workspaces
    .flatMap(({ workflows = [] }) => workflows)
    .find(({ archived, key, published }) => published === true && archived !== true && key !== undefined)
  const organization = organizations.find(({ toolHostingKeys = [] }) => toolHostingKeys.some(({ key }) => key !== undefined))
  const hosting = organization?.toolHostingKeys?.find(({ key }) => key !== undefined)
  const tools = (organization?.toolSets ?? []).flatMap(({ id, published = {}, versions }) => {
    const offered = versions.find(({ version }) => hosting !== undefined && version === published[hosting.environment])
    return (offered?.tools ?? []).map(({ name, parameters }) => ({ toolset: id, tool: name, arguments: examples(parameters) }))
  })
  const [execution] = tools
  return [
    ...(workflow?.key === undefined
      ? []
      : [runCommand(url, { ...workflow, key: workflow.key, args: examples(workflow.parameters) })]),
    ...(hosting?.key === undefined ? [] : [manifestCommand(url, hosting.key)]),
    ...(hosting?.key === undefined || execution === undefined ? [] : [executeCommand(url, { key: hosting.key, execution })]),
  ]
}

export function runCommand(
  url: string,
  { args, flowId, key }: { readonly flowId: string; readonly key: string; readonly args: JsonObject },
): string {
  const body = { args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' }
  return curl(url + operationPath('runPublishedWorkflow', { flowId }), { key, body })
}

function manifestCommand(url: string, key: string): string {
  return curl(url + operationPath('getPublicManifest', { product: defaultProduct }), { key })
}

function executeCommand(url: string, { execution, key }: { readonly key: string; readonly execution: JsonObject }): string {
  return curl(url + operationPath('executeTool', { product: defaultProduct }), { key, body: execution })
}

function curl(url: string, { body, key }: { readonly key: string; readonly body?: Json }): string {
  const sent = body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoteForShell(JSON.stringify(body))}`
  const target = /^[\w:/.%-]+$/.test(url) ? url : quoteForShell(url)
  return `curl -s ${target} -H ${quoteForShell(`authorization: Bearer ${key}`)}${sent}`
}

const exampleValues: Readonly<Record<ParameterType, Json>> = { string: 'text', number: 1, boolean: true, object: {}, array: [] }

function examples(parameters: readonly Parameter[] = []): JsonObject {
  return Object.fromEntries(
    parameters.filter(({ required }) => required === true).map(({ name, type }) => [name, exampleValues[type]]),
  )
}
