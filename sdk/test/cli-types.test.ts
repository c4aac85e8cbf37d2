import { defineWorkflow } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schemaOf } from '../src/cli/print-types.ts'
import { callCommand } from './call-command.ts'
import { useFolder } from './command-surroundings.ts'

const { file } = useFolder()

describe('wfhost types', () => {
  test('prints the definition of a workflow from examples', async () => {
    const args = file('example.json', '{"subject":"x","tags":["a",1],"customer":{"na-me":null}}')
    expect((await callCommand(['types', 'support-triage', '--args', args])).out).toContain(
      `export const supportTriage = defineWorkflow({
  flowId: "support-triage",
  args: z.object({ subject: z.string(), tags: z.array(z.union([z.string(), z.number()])), customer: z.object({ "na-me": z.null() }) }),
})`,
    )
    expect(schemaOf([])).toBe('z.array(z.unknown())')
    expect(schemaOf([{ a: 1 }, { a: 'x', b: [] }, null])).toBe(
      'z.array(z.union([z.object({ a: z.union([z.number(), z.string()]), b: z.optional(z.array(z.unknown())) }), z.null()]))',
    )
  })

  test('prints the types of the tools of a manifest, whatever names their descriptions have', async () => {
    const object = { type: 'object', properties: { 'on-call': { type: ['string', 'null'] } }, additionalProperties: false }
    const toolSets = [
      {
        id: 'mail',
        tools: [
          {
            name: 'listed',
            parameters: [
              { name: 'to', type: 'string', required: true },
              { name: 'lines', type: 'array' },
            ],
          },
          { name: 'nameless', parameters: [{ type: 'string' }] },
          { name: 'empty', parameters: { type: 'object', properties: {} } },
          { name: 'inner', parameters: { properties: { filter: { type: 'object', properties: {} } } } },
          { name: 'none', parameters: [] },
          { name: 'not-described' },
          { name: 'strange', parameters: { $ref: '#/elsewhere' } },
          { parameters: [] },
          { name: 'mcp', inputSchema: { ...object, required: ['on-call'] } },
        ],
      },
      {
        name: 'Others',
        tools: [
          { name: 'literals', input_schema: { type: 'object', properties: { kind: { enum: ['a', 1] }, only: { const: true } } } },
          {
            name: 'lists',
            parameters: { properties: { a: { type: 'array', items: { oneOf: [{ type: 'integer' }, object] } } } },
          },
          {
            name: 'map',
            description: 'Ends\n*/ this',
            parameters: { type: 'object', additionalProperties: { type: 'boolean' } },
          },
        ],
      },
      { id: 'mail', tools: [{ name: 'none', parameters: {} }, 7] },
      'toolset',
    ]
    const printed = await callCommand(['types', '--manifest', file('manifest.json', JSON.stringify({ toolSets }))])
    expect(
      printed.out,
    ).toBe(`// From a manifest: the arguments of its tools, for execute<Tools>(...). What it does not describe is unknown.
export interface Tools {
  readonly mail: {
    readonly listed: { readonly to: string; readonly lines?: readonly unknown[] }
    readonly nameless: unknown
    readonly empty: never
    readonly inner: { readonly filter?: { readonly [name: string]: unknown } }
    readonly none: unknown
    readonly "not-described": unknown
    readonly strange: unknown
    readonly mcp: { readonly "on-call": string | null }
  }
  readonly Others: {
    readonly literals: { readonly kind?: "a" | 1; readonly only?: true }
    readonly lists: { readonly a?: readonly (number | { readonly "on-call"?: string | null })[] }
    /** Ends *\\/ this */
    readonly map: { readonly [name: string]: boolean }
  }
}
`)
  })

  test.each([
    [['types'], '{}', 'types takes a flow with examples, or --manifest alone'],
    [['types', 'flow', '--manifest', '-'], '{}', 'types takes a flow with examples, or --manifest alone'],
    [['types', '--manifest', '-', '--args', '-'], '{}', 'types takes a flow with examples, or --manifest alone'],
    [['types', '--manifest', '-'], '{"flows":[]}', 'standard input lists no tool sets: expected { "toolsets": [...] }'],
  ])('refuses %j with %s', async (line, input, message) => {
    expect(await callCommand(line, { input })).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })

  const examples: readonly object[] = [
    { subject: 'x', priority: 1.5, urgent: false, nothing: null },
    { 'na-me': { '': [] }, class: { deep: [[1, 'a'], [null]] }, mixed: [{ a: 1 }, { b: { c: true } }, 'x', []] },
    { constructor: { prototype: 'x' } },
  ]
  test.each(examples)('prints a definition that takes its examples: %j', async (example) => {
    const path = file('sample.json', JSON.stringify(example))
    const { out } = await callCommand(['types', '7 flows', '--args', path, '--result', path])
    const body = out.replace(/^import .*$/gm, '').replace('export const workflow7Flows =', 'return')
    const { args, result, flowId } = new Function('z', 'defineWorkflow', body)(z, defineWorkflow)
    expect(flowId).toBe('7 flows')
    expect([args.safeParse(example).success, result.safeParse(example).success]).toEqual([true, true])
    expect(args.safeParse({ ...example, [Object.keys(example)[0] ?? '']: () => 1 }).success).toBe(false)
  })
})
