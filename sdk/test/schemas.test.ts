import { responseSchemas } from '@wfhost/sdk/schemas'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'

const started = responseSchemas.runPublishedWorkflow[202].body
const manifest = responseSchemas.getPublicManifest[200].body

describe('The schemas of responses are those of zod', () => {
  test('they parse, and keep fields that the document does not name', () => {
    const answer = { runId: 'r', queue: { position: 3 } }
    expect(started.safeParse(answer)).toEqual({ success: true, data: answer })
    expect(started.safeParse({ runId: '' }).error?.issues).toMatchObject([{ path: ['runId'] }])
    expect(() => manifest.parse({ toolsets: [{ tools: 'none' }] })).toThrow()
  })

  test('they are extended', () => {
    const queued = zm.extend(manifest, { etag: zm.string() })
    expect(queued.safeParse({ etag: 'x', toolsets: [] }).success).toBe(true)
    expect(queued.safeParse({ toolsets: [] }).error?.issues).toMatchObject([{ path: ['etag'] }])
  })

  test('they stand in schemas of others', () => {
    const record = z.object({ at: z.iso.date(), manifest: z.array(manifest) })
    expect(record.safeParse({ at: '2026-11-22', manifest: [{ toolsets: [] }] }).success).toBe(true)
    expect(record.safeParse({ at: '2026-11-22', manifest: [{ toolsets: 1 }] }).success).toBe(false)
  })

  const all = Object.entries(responseSchemas).flatMap(([operation, byStatus]) =>
    Object.entries(byStatus).map(([status, schema]) => ({ operation, status, schema })),
  )
  test.each(all)('they are written as JSON Schema: $operation $status', ({ schema }) => {
    const written = z.toJSONSchema(schema.body)
    for (const object of written.anyOf ?? [written]) expect(object).toMatchObject({ type: 'object', additionalProperties: {} })
  })
})
