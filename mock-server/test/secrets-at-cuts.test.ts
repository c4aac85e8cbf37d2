import { createMockHost, createMockService, type MockSeed } from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { ENCODINGS, expectNoPart, ECHOED_KEY as KEY, PADDINGS } from '../../tools/scripts/echoed-keys.ts'

const origin = 'http://localhost'
const path = '/api/v2/external/flows/echo/published-run'
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

/** Expects that something is shown, since an empty output hides every key, and that it contains no part of the key. */
function expectOutputWithoutKey(output: unknown, encoded: string): void {
  expect(JSON.stringify(output).length).toBeGreaterThan(10)
  expectNoPart(output, KEY, encoded)
}

function runWith(text: string): RequestInit {
  return { method: 'POST', headers, body: JSON.stringify({ args: [{ name: 'text', value: text }], mode: 'sync' }) }
}

/** Requests that bring the key into each place where a text is quoted or cut. */
const REQUESTS: Readonly<Record<string, (text: string) => Request>> = {
  'an argument': (text) => new Request(origin + path, runWith(text)),
  'the name of an argument': (text) =>
    new Request(origin + path, { method: 'POST', headers, body: JSON.stringify({ args: [{ name: text }], mode: text }) }),
  'the path': (text) => new Request(`${origin}/${encodeURIComponent(text)}`, { headers }),
  'the flowId': (text) => new Request(`${origin}/api/v2/external/flows/${encodeURIComponent(text)}/published-run`, runWith('a')),
  'the query': (text) => new Request(`${origin}${path}?${new URLSearchParams({ text })}`, runWith('a')),
  'the name of a tool': (text) =>
    new Request(`${origin}/v1/public/wfhost/execute`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ toolset: text, tool: text, arguments: {} }),
    }),
  'a body that is no JSON': (text) => new Request(origin + path, { method: 'POST', headers, body: `{"args": ${text}` }),
}

/** A workflow that returns its argument, and workflows that fail with it as the name or the message of the error. */
function createSeed(): MockSeed {
  return {
    workspaces: [
      {
        id: 'desk',
        workflows: [
          {
            flowId: 'echo',
            key: KEY,
            implementation: ({ text = null }) => {
              if (String(text).includes('fail')) throw Object.assign(new Error(String(text)), { name: String(text) })
              return text
            },
          },
        ],
      },
    ],
  }
}

async function firstEvents(response: Response): Promise<string> {
  const reader = (response.body ?? new Blob([]).stream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('event: exchange')) text += (await reader.read()).value ?? ''
  await reader.cancel()
  return text
}

/** Every place for the key, with every encoding of it. */
const CASES = Object.entries(REQUESTS).flatMap(([place, createRequest]) =>
  Object.entries(ENCODINGS).map(([encoding, encode]) => ({ place, encoding, createRequest, encoded: encode(KEY) })),
)

describe.each(CASES)('A key in $place, $encoding,', ({ createRequest, encoded }) => {
  test('is in nothing that the reference server shows of the request, wherever the text is cut', async () => {
    for (const padding of PADDINGS) {
      for (const end of ['and more', 'fail']) {
        const host = createMockHost(createSeed)
        const inspect = async (name: string, input: object = {}): Promise<string> => {
          const request = { method: 'POST', body: JSON.stringify(input) }
          return (await host.fetch(new Request(`${origin}/__mock/inspect/${name}`, request))).text()
        }

        await host.fetch(createRequest(`${'x'.repeat(padding)} ${encoded} ${end}`))

        expectOutputWithoutKey(host.service.journal(), encoded)
        expectOutputWithoutKey(await firstEvents(await host.fetch(new Request(`${origin}/__mock/events`))), encoded)
        expectOutputWithoutKey(await inspect('exchange', { number: 1 }), encoded)
        expectOutputWithoutKey(await inspect('explain', { number: 1 }), encoded)
        // The command of `curl` has the key on purpose: it is there to be run.
        expectOutputWithoutKey(await inspect('runs'), encoded)
        expectOutputWithoutKey(await (await host.fetch(new Request(`${origin}/__mock/journal.har`))).text(), encoded)
      }
    }
    count({ 'keys at cuts': { 'requests to the server': PADDINGS.length * 2 } })
  })

  test('is in nothing that the guard shows of the request and of a response that has it', async () => {
    for (const padding of PADDINGS) {
      const text = `${'x'.repeat(padding)} ${encoded} and more`
      const bodies = [text, { status: text }, { [text]: text }, { status: 'failed', error: { name: text, value: 1 } }]
      for (const body of bodies) {
        const output: unknown[] = []
        const guard = createGuard({
          fetch: async () => Response.json(body, { status: 200, headers: { 'x-request-id': text } }),
          onViolation: (violation) => output.push(violation),
        })

        await guard.fetch(createRequest(text))

        expectOutputWithoutKey([...output, ...guard.journal()], encoded)
      }
    }
    count({ 'keys at cuts': { 'requests to the guard': PADDINGS.length * 4 } })
  })
})

test('a key in a message that the server itself gives is hidden', async () => {
  const service = createMockService(createSeed())
  const response = await service.fetch(new Request(origin + path, { method: 'POST', headers, body: `{"mode": "${KEY}"}` }))
  expect(response.status).toBe(400)
  expect(await response.text()).not.toContain(KEY.slice(4, 12))
})
