// app/api/webhook/route.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { APIError, createWorkflowClient, forwardWebhook, WebhookBodyError } from '@wfhost/sdk'

// In production a table whose key is the ID: a restart keeps it, and several instances share it.
const seen = new Set<string>()

/**
 * Starts a workflow with each delivery once, with its text unchanged. WEBHOOK_SECRET is shared with the sender, and
 * WEBHOOK_INTAKE_KEY is the key of the workflow.
 */
export async function POST(request: Request): Promise<Response> {
  // The signature covers these bytes, not the result of a parser.
  const body = new Uint8Array(await request.arrayBuffer())
  if (!isSigned(body, request.headers.get('x-hub-signature-256') ?? ''))
    return new Response('The signature does not fit', { status: 401 })
  const delivery = request.headers.get('x-github-delivery') ?? ''
  if (seen.has(delivery)) return new Response('It came before', { status: 202 })
  seen.add(delivery)
  try {
    const client = createWorkflowClient({ apiKey: process.env['WEBHOOK_INTAKE_KEY'] })
    const { runId } = await forwardWebhook(client, 'webhook-intake', body)
    return Response.json({ runId }, { status: 202 })
  } catch (error) {
    // After an error the sender delivers it again: allow that only if nothing ran.
    if (error instanceof APIError && error.mayHaveRun) return new Response('It may have started a run', { status: 202 })
    seen.delete(delivery)
    if (error instanceof WebhookBodyError) return new Response(error.message, { status: 400 })
    throw error
  }
}

function isSigned(body: Uint8Array, given: string): boolean {
  const secret = process.env['WEBHOOK_SECRET']
  if (!secret) throw new Error('Cannot check a webhook: WEBHOOK_SECRET is not set')
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
