import type { Json } from '../core/json.ts'
import type { Behaviour, DescribedWorkflow } from '../schema/described-workflow.ts'
import type { DescribedWorld } from '../schema/described-world.ts'
import type { Parameter } from '../schema/workflow.ts'
import { quoteName, toIdentifier } from './identifiers.ts'

/**
 * Writes a module of TypeScript that defines each workflow of a world for the client: `client.run(definition, args)` then
 * checks the arguments, and types them and the result.
 */
export function writeWorkflowTypes({ workspaces = [] }: DescribedWorld, file: string): string {
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  const taken = new Set<string>()
  const definitions = workflows.map((workflow) => writeDefinition(workflow, toIdentifier(workflow.flowId, taken)))
  const needsZod = definitions.some((definition) => definition.includes('z.'))
  const imports = ["import { defineWorkflow } from '@wfhost/sdk'", ...(needsZod ? ["import * as z from 'zod'"] : [])]
  const head = `// Written by: wfhost-mock types ${file.replaceAll(/[\r\n]/g, ' ')}\n${imports.join('\n')}\n`
  return [head, ...definitions].join('\n')
}

function writeDefinition(workflow: DescribedWorkflow, identifier: string): string {
  const { flowId, name, parameters = [] } = workflow
  const result = writeResult(workflow)
  const members = [
    `  flowId: ${JSON.stringify(flowId)},`,
    // A workflow without parameters takes no arguments, and the definition does not restrict them.
    ...(parameters.length === 0 ? [] : [`  args: z.object({\n${parameters.map(writeParameter).join('\n')}\n  }),`]),
    ...(result === undefined ? [] : [`  result: ${result},`]),
  ]
  const comment = name === undefined ? '' : `/** ${name.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`
  return `${comment}export const ${identifier} = defineWorkflow({\n${members.join('\n')}\n})\n`
}

const parameterSchemas: Readonly<Record<Parameter['type'], string>> = {
  string: 'z.string()',
  number: 'z.number()',
  boolean: 'z.boolean()',
  object: 'z.record(z.string(), z.json())',
  array: 'z.array(z.json())',
}

function writeParameter({ name, required, type }: Parameter): string {
  return `    ${quoteName(name)}: ${parameterSchemas[type]}${required === true ? '' : '.optional()'},`
}

/** Writes the schema of the results. Undefined if the file does not show them, such as those of an expression. */
function writeResult({ cases, sequence, ...behaviour }: DescribedWorkflow): string | undefined {
  const outcomes: readonly Behaviour[] = cases ?? sequence ?? [behaviour]
  // A failure has no result, and says nothing about the others.
  const successes = outcomes.filter(({ failure }) => failure === undefined)
  const results = successes.flatMap(({ result }) => (result === undefined ? [] : [result]))
  if (results.length === 0 || results.length < successes.length) return undefined
  return writeUnion(results.map(writeSchema))
}

function writeSchema(value: Json): string {
  if (value === null) return 'z.null()'
  if (Array.isArray(value)) return value.length === 0 ? 'z.array(z.json())' : `z.array(${writeUnion(value.map(writeSchema))})`
  if (typeof value !== 'object') return `z.${typeof value}()`
  const members = Object.entries(value).map(([name, member]) => `${quoteName(name)}: ${writeSchema(member)}`)
  return members.length === 0 ? 'z.object({})' : `z.object({ ${members.join(', ')} })`
}

function writeUnion(schemas: readonly string[]): string {
  const different = [...new Set(schemas)]
  return different.length === 1 ? String(different[0]) : `z.union([${different.join(', ')}])`
}
