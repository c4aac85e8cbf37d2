import { type CommandLine, requireTarget } from './command-line.ts'
import { EXIT } from './exit-code.ts'
import type { Io } from './io.ts'
import { readJson, readJsonObject } from './read-json.ts'

/** Prints the definition of a workflow, as far as examples show it. */
export async function printTypes(line: CommandLine, io: Io): Promise<number> {
  const flowId = requireTarget(line, 'a flowId')
  const { args, result } = line.values
  const name = flowId
    .replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
    .replace(/^(?=\d|$)/, 'workflow')
  const fields = [
    `flowId: ${JSON.stringify(flowId)}`,
    ...(args === undefined ? [] : [`args: ${schemaOf(await readJsonObject(args, io))}`]),
    ...(result === undefined ? [] : [`result: ${schemaOf(await readJson(result, io))}`]),
  ]
  io.out(`import { defineWorkflow } from '@wfhost/sdk'
import * as z from 'zod'

// From examples: say what is optional with z.optional(...), and what else a value may be.
export const ${name} = defineWorkflow({
${fields.map((field) => `  ${field},\n`).join('')}})
`)
  return EXIT.success
}

/** A zod schema, in text, that a value fits. */
export function schemaOf(value: unknown): string {
  if (value === null) return 'z.null()'
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map(schemaOf))]
    return `z.array(${kinds.length > 1 ? `z.union([${kinds.join(', ')}])` : (kinds[0] ?? 'z.unknown()')})`
  }
  if (typeof value !== 'object') return `z.${typeof value}()`
  const fields = Object.entries(value).map(
    ([name, field]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${schemaOf(field)}`,
  )
  return fields.length === 0 ? 'z.object({})' : `z.object({ ${fields.join(', ')} })`
}
