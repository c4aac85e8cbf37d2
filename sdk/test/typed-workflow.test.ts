import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import { defineWorkflow } from '@wfhost/sdk'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'
import { failedRun, succeededRun } from '../../tools/scripts/run-bodies.ts'
import { bodiesOf, clientOf } from './test-client.ts'

/** The same workflow in the words of each library. */
const schemaLibraries: readonly (readonly [string, { args: StandardSchema; result: StandardSchema }])[] = [
  [
    'zod',
    {
      args: z.strictObject({ subject: z.string(), priority: z.optional(z.number()) }),
      result: z.object({ team: z.string() }),
    },
  ],
  [
    'zod/mini',
    {
      args: zm.strictObject({ subject: zm.string(), priority: zm.optional(zm.number()) }),
      result: zm.object({ team: zm.string() }),
    },
  ],
  [
    'valibot',
    {
      args: v.strictObject({ subject: v.string(), priority: v.optional(v.number()) }),
      result: v.object({ team: v.string() }),
    },
  ],
  [
    'arktype',
    {
      args: type({ '+': 'reject', subject: 'string', 'priority?': 'number' }),
      result: type({ team: 'string' }),
    },
  ],
]

function returning(result: unknown) {
  return clientOf(() => Response.json(succeededRun(result)))
}

describe.each(schemaLibraries)('A workflow defined with %s', (_, schemas) => {
  const triage = defineWorkflow({ flowId: 'support-triage', ...schemas })

  test('sends arguments that fit, and returns a result that fits', async () => {
    const { client, sent } = returning({ team: 'billing' })
    const run = await client.run(triage, { subject: 'x', priority: 2 })
    expect(run).toMatchObject({ status: 'success', result: { team: 'billing' } })
    await client.run(triage, { subject: 'x' })
    expect((await bodiesOf(sent))[0]).toEqual({
      args: [
        { name: 'subject', value: 'x' },
        { name: 'priority', value: 2 },
      ],
      mode: 'sync',
    })
  })

  test.each([
    [{ subject: 1 }, /args\.subject/],
    [{}, /args\.subject/],
    [{ subject: 'x', priority: 'high' }, /args\.priority/],
    [{ subject: 'x', other: 1 }, /other/],
    [{ subject: null }, /subject/],
    [{ subject: 'x', priority: null }, /priority/],
    [{ subject: undefined }, /subject/],
  ])('refuses %j before anything is sent', async (args, message) => {
    const { client, sent } = returning({ team: 'billing' })
    const call = client.run(triage, args as { subject: string })
    await expect(call).rejects.toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(message) })
    await expect(client.start(triage, args as { subject: string })).rejects.toMatchObject({ name: 'ConfigurationError' })
    expect(sent).toEqual([])
  })

  test('rejects with the place of a wrong result, or logs it', async () => {
    const { client } = returning({ team: 7 })
    const error = { name: 'ResponseValidationError', mayHaveRun: true, problems: [{ path: 'result.team' }] }
    await expect(client.run(triage, { subject: 'x' })).rejects.toMatchObject(error)
    for (const validation of ['warn', 'off'] as const) {
      expect(await client.run(triage, { subject: 'x' }, { validation })).toMatchObject({ result: { team: 7 } })
    }
  })
})

describe('A workflow', () => {
  test('sends the arguments and returns the result after the transformations of its schema', async () => {
    const workflow = defineWorkflow({
      flowId: 'f',
      args: z.object({ on: z.date().transform((date) => date.toISOString()), size: z.number().default(5) }),
      result: z.string().transform(Number),
    })
    const { client, sent } = returning('42')
    const run = await client.run(workflow, { on: new Date(0) })
    expect(run).toMatchObject({ result: 42 })
    expect(await bodiesOf(sent)).toEqual([
      {
        args: [
          { name: 'on', value: '1970-01-01T00:00:00.000Z' },
          { name: 'size', value: 5 },
        ],
        mode: 'sync',
      },
    ])
  })

  test('does not change the result of a failed run', async () => {
    const body = failedRun()
    const { client } = clientOf(() => Response.json(body))
    expect(await client.run(defineWorkflow({ flowId: 'f', result: z.string() }))).toEqual(body)
  })
})
