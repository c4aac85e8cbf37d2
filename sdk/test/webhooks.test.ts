import { ConfigurationError, createWorkflowClient, forwardWebhook, WebhookBodyError, type WebhookOptions } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { bodiesOf, clientOf } from './test-client.ts'

type Body = Parameters<typeof forwardWebhook>[2]

/** Forwards a webhook to a service that starts every run. Returns the outcome and the requests. */
function forward(body: Body, more: WebhookOptions = {}) {
  const { client, sent } = clientOf(() => new Response('{"runId":"r"}'))
  return { sent, outcome: forwardWebhook(client, 'f', body, more) }
}

function requestWith(body: BodyInit): Request {
  return new Request('http://hook.example', { method: 'POST', body, duplex: 'half' } as RequestInit)
}

const TEXT = '{ "action": "opened",\n "n": 1.0, "text": "\\u00fc \u{1F600} a\u{FEFF}b" }'
const BOM = '\u{FEFF}'

describe('A webhook', () => {
  test.each<[string, Body]>([
    ['a Request', requestWith(TEXT)],
    ['a Request with a byte order mark', requestWith(BOM + TEXT)],
    ['text', TEXT],
    ['text with a byte order mark', BOM + TEXT],
    ['bytes', new TextEncoder().encode(TEXT)],
    ['a Buffer', Buffer.from(BOM + TEXT)],
  ])('starts a workflow with its text unchanged: %s', async (_, body) => {
    const { outcome, sent } = forward(body, { argument: 'event', args: { source: 'x' } })
    expect((await outcome).runId).toBe('r')
    const args = [
      { name: 'source', value: 'x' },
      { name: 'event', value: TEXT },
    ]
    expect(await bodiesOf(sent)).toEqual([{ args, mode: 'async' }])
  })

  const lost = new Error('the sender has gone')
  test.each<[string, Body]>([
    ['is not JSON', requestWith('a=1')],
    ['is not JSON', ''],
    ['cannot be read: TypeError', requestWith(new Uint8Array([0x22, 0xff, 0x22]))],
    ['cannot be read: Error: the sender has gone', requestWith(new ReadableStream({ pull: () => Promise.reject(lost) }))],
  ])('whose body %s is refused as invalid, and is not sent', async (fault, body) => {
    const { outcome, sent } = forward(body)
    const error = await outcome.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WebhookBodyError)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(error).toMatchObject({ code: 'webhook_body', mayHaveRun: false })
    expect((error as Error).message).toContain(`Cannot forward the webhook: its body ${fault}`)
    expect(sent).toEqual([])
  })

  const express = 'expected a Request, or its body as text or bytes, found'
  test.each([
    ['was parsed before', { body: { action: 'opened' } }],
    ['is missing', undefined],
  ])('that %s rejects with a ConfigurationError that has a remedy', async (_, body) => {
    const error = await forward(body as never).outcome.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'configuration', message: expect.stringContaining(express) })
  })

  test('whose body was already read rejects with a ConfigurationError', async () => {
    const request = requestWith(TEXT)
    await request.text()
    const error = { code: 'configuration', message: 'Cannot forward the webhook: its body has been read already' }
    await expect(forward(request).outcome).rejects.toMatchObject(error)
  })

  test('does not replace an argument that has a value', async () => {
    const { outcome, sent } = forward(TEXT, { args: { payload: 'mine' } })
    const message = 'Cannot forward the webhook: args has a value for payload; name another argument'
    await expect(outcome).rejects.toMatchObject({ code: 'configuration', message })
    expect(sent).toEqual([])
  })

  test.each([
    [{ argument: '' }, 'Cannot use argument: expected a text that names it, found'],
    [{ argument: 7 as never }, 'Cannot use argument: expected a text that names it, found'],
    [{ args: 'a' as never }, 'Cannot use args: expected an object, found'],
    [{ argumnt: 'a' } as never, 'Cannot use argumnt: unknown option'],
  ])('refuses the options %j before it sends a request', async (options, message) => {
    const { outcome, sent } = forward(TEXT, options)
    await expect(outcome).rejects.toMatchObject({ code: 'configuration', message: expect.stringContaining(message) })
    expect(sent).toEqual([])
  })

  test('rejects with a ConfigurationError without a request, even without a client', async () => {
    const forwarded = forwardWebhook(undefined as never, 'f', undefined as never)
    await expect(forwarded).rejects.toThrow('Cannot use request: expected a Request, or its body as text or bytes, found nothing')
  })

  test('rejects with a ConfigurationError if the client has no key', async () => {
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: {} })
    await expect(forwardWebhook(client, 'f', TEXT)).rejects.toMatchObject({ code: 'configuration' })
  })
})
