import { quoteForShell } from '@wfhost/internal/curl'
import type { Json, JsonObject } from '../core/json.ts'
import { operationPath } from '../core/requests/paths.ts'
import { defaultProduct } from '../core/world/create-world.ts'
import { sampleKeys } from '../sample-world.ts'
import type { Parameter, ParameterType } from '../schema/workflow.ts'
import type { MockSeed, OrganizationSeed } from '../schema/world.ts'

/** Writes the commands to try the sample world. */
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

/** Writes curl commands to try a world: a run, the manifest, and an execution, if the seed contains their keys. */
export function tryCommands(url: string, seed: MockSeed): string[] {
  const commands: string[] = []

  const workflow = findRunnableWorkflow(seed)
  if (workflow !== undefined) commands.push(runCommand(url, workflow))

  const key = findToolHostingKey(seed)
  if (key === undefined) return commands
  commands.push(manifestCommand(url, key.key))

  const execution = findExecution(key)
  if (execution !== undefined) commands.push(executeCommand(url, { key: key.key, execution }))
  return commands
}

interface RunnableWorkflow {
  readonly flowId: string
  readonly key: string
  readonly args: JsonObject
}

function findRunnableWorkflow({ workspaces = [] }: MockSeed): RunnableWorkflow | undefined {
  for (const { archived, flowId, key, parameters, published } of workspaces.flatMap(({ workflows = [] }) => workflows)) {
    const canRun = published === true && archived !== true
    if (canRun && key !== undefined) return { flowId, key, args: createExampleArguments(parameters) }
  }
  return undefined
}

interface UsableKey {
  readonly key: string
  readonly environment: string
  readonly organization: OrganizationSeed
}

function findToolHostingKey({ organizations = [] }: MockSeed): UsableKey | undefined {
  for (const organization of organizations) {
    for (const { environment, key } of organization.toolHostingKeys ?? []) {
      if (key !== undefined) return { key, environment, organization }
    }
  }
  return undefined
}

/** Finds the first tool that is published to the environment profile of a key. */
function findExecution({ environment, organization }: UsableKey): JsonObject | undefined {
  for (const { id, published = {}, versions } of organization.toolsets ?? []) {
    const publishedVersion = versions.find(({ version }) => version === published[environment])
    const [tool] = publishedVersion?.tools ?? []
    if (tool !== undefined) return { toolset: id, tool: tool.name, arguments: createExampleArguments(tool.parameters) }
  }
  return undefined
}

export function runCommand(url: string, { args, flowId, key }: RunnableWorkflow): string {
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
  const target = /^[\w:/.%-]+$/.test(url) ? url : quoteForShell(url)
  const command = `curl -s ${target} -H ${quoteForShell(`authorization: Bearer ${key}`)}`
  if (body === undefined) return command
  return `${command} -H 'content-type: application/json' -d ${quoteForShell(JSON.stringify(body))}`
}

const exampleValues: Readonly<Record<ParameterType, Json>> = { string: 'text', number: 1, boolean: true, object: {}, array: [] }

function createExampleArguments(parameters: readonly Parameter[] = []): JsonObject {
  const required = parameters.filter((parameter) => parameter.required === true)
  return Object.fromEntries(required.map(({ name, type }) => [name, exampleValues[type]]))
}
