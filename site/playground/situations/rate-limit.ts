// Two runs where one is allowed in two seconds: the client waits as long as Retry-After says, and sends it again.
import { createMockControl } from '@wfhost/mock-server'
import { createWorkflowClient, RateLimitError } from '@wfhost/sdk'

const baseUrl = 'http://127.0.0.1:4010'
const { setRateLimit } = createMockControl(baseUrl)
const client = createWorkflowClient({
  baseUrl,
  apiKey: 'wfk_monthly_report',
  hooks: { onResponse: ({ number }, { status }) => console.log('attempt', number, 'was answered with', status) },
})

await setRateLimit({ rateLimit: { requests: 1, windowMs: 2_000 } })
for (const nth of ['first', 'second']) console.log('The', nth, 'run is started:', (await client.start('monthly-report')).runId)

// An hour is longer than it waits.
await setRateLimit({ rateLimit: { requests: 0, windowMs: 3_600_000 } })
const refused = await client.start('monthly-report').catch((error: unknown) => error)
if (refused instanceof RateLimitError) console.log('Nothing ran. Try again at', refused.retryAt?.toISOString())
