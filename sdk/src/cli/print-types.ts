import { EXIT, UsageError } from './explain-error.ts'
import type { Io } from './io.ts'
import { readJson, readJsonObject } from './json-input.ts'
import { printToolTypes, toKey } from './print-tool-types.ts'

export interface TypesFlags {
  readonly args?: string | undefined
  readonly result?: string | undefined
  readonly manifest?: string | undefined
}

/** Prints the definition of a workflow, as far as examples show it, or the types of the tools of a manifest. */
export async function printTypes(flowId: string | undefined, { args, manifest, result }: TypesFlags, io: Io): Promise<number> {
  const onlyManifest = (flowId ?? args ?? result) === undefined
  if (manifest !== undefined && onlyManifest) return printToolTypes(manifest, io)
  if (manifest !== undefined || flowId === undefined)
    throw new UsageError('types takes a flow with examples, or --manifest alone')
  if (args === '-' && result === '-') throw new UsageError('standard input is one example: give the other one as a file')
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
    return `${toKey(name)}: ${schema}`
  })
  return fields.length === 0 ? 'z.object({})' : `z.object({ ${fields.join(', ')} })`
}

// Words that cannot name a constant of a module, and names that the printed module imports.
const TAKEN = new Set(
  [
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false',
    'finally for function if implements import in instanceof interface let new null package private protected public return',
    'static super switch this throw true try typeof undefined globalThis var void while with yield defineWorkflow z',
  ].flatMap((words) => words.split(' ')),
)

export function toIdentifier(flowId: string): string {
  const name = flowId.replace(/[^\p{ID_Continue}]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '')
  if (TAKEN.has(name)) return `${name}Workflow`
  return /^[\p{ID_Start}_]/u.test(name) ? name : `workflow${name}`
}
