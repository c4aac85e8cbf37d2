// app/api/triage/route.ts
import { createWorkflowClient, RateLimitError } from '@wfhost/sdk'

/** Takes WFHOST_BASE_URL and WFHOST_API_KEY from the environment. */
export async function POST(request: Request): Promise<Response> {
  const { subject } = await request.json()
  try {
    const run = await createWorkflowClient({ maxRetries: 0 }).run('support-triage', { subject: String(subject) })
    return Response.json(run.status === 'success' ? run.result : { message: run.error.value })
  } catch (error) {
    if (!(error instanceof RateLimitError)) throw error
    return Response.json({ message: 'Too many requests' }, { status: 503 })
  }
}
