import { type CommandLine, requireTarget } from './command-line.ts'
import { EXIT } from './exit-code.ts'
import type { Io } from './io.ts'
import { readJson, readJsonObject } from './read-json.ts'
import { toIdentifier } from './to-identifier.ts'
import { UsageError } from './usage-error.ts'

/** Prints the definition of a workflow, as far as examples show it. */
export async function printTypes(line: CommandLine, io: Io): Promise<number> {
  const flowId = requireTarget(line, 'a flowId')
  const { args, result } = line.values
  if (args === '-' && result === '-') throw new UsageError('standard input is one example: give the other one as a file', 'types')
  const fields = [
    `flowId: ${JSON.stringify(flowId)}`,
    ...(args === undefined ? [] : [`args: ${schemaOf(await readJsonObject(args, io))}`]),
    ...(result === undefined ? [] : [`result: ${schemaOf(await readJson(result, io))}`]),
  ]
  io.out(`import { defineWorkflow } from '@wfhost/sdk'
import * as z from 'zod'

// From examples: say what is optional with z.optional(...), and what else a value may be.
export const ${toIdentifier(flowId)} = defineWorkflow({
${fields.map((field) => `  ${field},\n`).join('')}})
`)
  return EXIT.success
}

/** The source text of a zod schema that matches a value. */
export function schemaOf(value: unknown): string {
  if (value === null) return 'z.null()'
  if (Array.isArray(value)) return `z.array(${value.length === 0 ? 'z.unknown()' : schemaOfAll(value)})`
  return typeof value === 'object' ? objectSchema([value]) : `z.${typeof value}()`
}

/** The same for several values. Objects are examples of one kind: what some of them lack is optional. */
function schemaOfAll(values: readonly unknown[]): string {
  const objects = values.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value)) as object[]
  const others = values.filter((value) => !objects.includes(value as object))
  const kinds = [...new Set([...(objects.length > 0 ? [objectSchema(objects)] : []), ...others.map(schemaOf)])]
  return kinds.length > 1 ? `z.union([${kinds.join(', ')}])` : kinds.join()
}

function objectSchema(examples: readonly object[]): string {
  const names = [...new Set(examples.flatMap(Object.keys))]
  const fields = names.map((name) => {
    const found = examples.filter((example) => Object.hasOwn(example, name)).map((example) => Reflect.get(example, name))
    const schema = found.length < examples.length ? `z.optional(${schemaOfAll(found)})` : schemaOfAll(found)
    return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${schema}`
  })
  return fields.length === 0 ? 'z.object({})' : `z.object({ ${fields.join(', ')} })`
}
