import { type APIErrorCode, type ConfigurationError, createWorkflowClient, defineWorkflow, runMany } from '@wfhost/sdk'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string() }),
  result: z.object({ team: z.string() }),
})

test('The outcome of a batch says what the item has', async () => {
  for await (const item of runMany(triage, [{ subject: 'x' }], { client })) {
    if (item.outcome === 'succeeded') expectTypeOf(item.run.result).toEqualTypeOf<{ team: string }>()
    if (item.outcome === 'failed') expectTypeOf(item.run.error.name).toEqualTypeOf<string>()
    if (item.outcome === 'unknown') expectTypeOf(item.error.mayHaveRun).toEqualTypeOf<boolean>()
    if (item.outcome === 'refused') {
      expectTypeOf(item.error.mayHaveRun).toEqualTypeOf<boolean>()
      expectTypeOf(item.error.code).toEqualTypeOf<APIErrorCode | ConfigurationError['code']>()
    }
    // @ts-expect-error only what ended as a run has one
    if (item.outcome !== 'succeeded') item.run.status
    switch (item.outcome) {
      case 'succeeded':
      case 'failed':
      case 'refused':
      case 'unknown':
        break
      default:
        expectTypeOf(item).toBeNever()
    }
  }
  runMany(triage, [{ subject: 'x' }], {
    client,
    key: ({ subject }, index) => `${subject} ${index}`,
    record: { start: () => 'started', settle: (_, { input }) => expectTypeOf(input.subject).toEqualTypeOf<string>() },
  })
})
