import { describe, expect, test } from 'vitest'
import { callCommand } from './call-command.ts'
import { useFolder } from './command-surroundings.ts'

const { file } = useFolder()

describe('wfhost types', () => {
  test('prints the types of the tools of a manifest, for any names in their schemas', async () => {
    const object = { type: 'object', properties: { 'on-call': { type: ['string', 'null'] } }, additionalProperties: false }
    const toolsets = [
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
    const printed = await callCommand(['types', '--manifest', file('manifest.json', JSON.stringify({ toolsets }))])
    expect(
      printed.out,
    ).toBe(`// From a manifest: the arguments of its tools, for execute<Tools>(...). Undescribed arguments are unknown.
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
    [['types'], '{}', "required option '--manifest <file>' not specified"],
    [['types', '--manifest', '-'], '{"flows":[]}', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '--manifest', '-'], '[]', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '--manifest', '-'], '{"toolsets":[]}', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '--manifest', '-'], '[{"flowId":"a"}]', 'standard input lists no tool sets: expected { "toolsets": [{ '],
  ])('refuses %j with %s', async (line, input, message) => {
    expect(await callCommand(line, { input })).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })
})
