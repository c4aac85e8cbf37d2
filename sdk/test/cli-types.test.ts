import { NotSentError } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { file } = useFolder()
useEnvironment()

describe('wfhost types', () => {
  test('reads the manifest of the registry if no file is given', async () => {
    const manifest = { toolsets: [{ id: 'mail', tools: [{ name: 'send', parameters: [] }] }] }
    const { code, out, sent } = await callCommand(['types'], { fetch: async () => Response.json(manifest) })
    expect({ code, urls: sent.map(({ url }) => new URL(url).pathname) }).toEqual({
      code: 0,
      urls: ['/v1/public/wfhost/manifest'],
    })
    expect(out).toContain('readonly send: never')

    const asJson = await callCommand(['types', '--json'], { fetch: async () => Response.json(manifest) })
    expect(JSON.parse(asJson.out)).toEqual({ code: out })
  })

  test('names the address of the registry if nothing responds', async () => {
    const fetch = () => Promise.reject(new NotSentError('The tunnel is down'))
    expect((await callCommand(['types', '--max-retries', '0'], { fetch })).err).toContain('is WFHOST_REGISTRY_URL right')
  })

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
    const printed = await callCommand(['types', file('manifest.json', JSON.stringify({ toolsets }))])
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
    [['types', '-'], '{"flows":[]}', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '-'], '[]', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '-'], '{"toolsets":[]}', 'standard input lists no tool sets: expected { "toolsets": [{ '],
    [['types', '-'], '[{"flowId":"a"}]', 'standard input lists no tool sets: expected { "toolsets": [{ '],
  ])('refuses %j with %s', async (line, input, message) => {
    expect(await callCommand(line, { input })).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })
})
