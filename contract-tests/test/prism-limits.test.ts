import { document } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { createPrismJudge, type Violation } from '../proof/prism-engine.ts'

/** Problems that Prism does not see: a schema, and a body that breaks it. */
const unseen: Readonly<Record<string, readonly [schema: object, body: unknown]>> = {
  prefixItems: [{ type: 'array', prefixItems: [{ type: 'string' }] }, [1]],
  unevaluatedProperties: [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { b: 1 }],
  dependentRequired: [{ dependentRequired: { a: ['b'] } }, { a: 1 }],
  dependentSchemas: [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }],
  minContains: [{ type: 'array', contains: { const: 1 }, minContains: 2 }, [1]],
  $dynamicRef: [{ $dynamicRef: '#x', $defs: { x: { $dynamicAnchor: 'x', type: 'string' } } }, 1],
}

/** Keywords that are new in OpenAPI 3.1 and that Prism checks. */
const seen: typeof unseen = {
  const: [{ const: 1 }, 2],
  'a list of types': [{ type: ['string', 'null'] }, 1],
  contains: [{ type: 'array', contains: { const: 1 } }, [2]],
}

async function violationsOf(schema: object, body: unknown): Promise<readonly Violation[]> {
  const content = { 'application/json': { schema } }
  const responses = { 200: { description: 'The same.', content } }
  const guarded = {
    openapi: '3.1.0',
    info: { title: 'Limits', version: '1' },
    paths: { '/': { post: { requestBody: { required: true, content }, responses } } },
  }
  const judge = await createPrismJudge(guarded)
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://guard.test/', { method: 'POST', headers, body: JSON.stringify(body) })
  const { headers: sent, status } = Response.json(body)
  return judge(request, { headers: sent, status, text: JSON.stringify(body) })
}

test.each(Object.entries(seen))('Prism finds violations of %s in requests and in responses', async (...[, [schema, body]]) => {
  const directions = (await violationsOf(schema, body)).map(({ direction }) => direction)
  expect(new Set(directions)).toEqual(new Set(['request', 'response']))
})

test.each(Object.entries(unseen))('Prism misses violations of %s', async (...[, [schema, body]]) => {
  expect(await violationsOf(schema, body)).toEqual([])
})

test('the API document uses no keyword that Prism ignores', () => {
  const used = Object.keys(unseen).filter((keyword) => JSON.stringify(document).includes(`"${keyword}":`))
  expect(used).toEqual([])
})

test('Prism reports nothing if a schema does not compile', async () => {
  expect(await violationsOf({ type: 'string', pattern: '(?<bad' }, 1)).toEqual([])
})
