import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMockHost, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { expect, test, vi } from 'vitest'

const key = sampleKeys.workflows.echo
const hostingKey = sampleKeys.defaultEnvironment
const token = 'a-token-of-the-control-surface'

/** How many letters are compared or read while a request is answered; time itself would be noise. */
async function lettersRead(
  answer: () => Promise<{ readonly status: number }>,
): Promise<readonly [status: number, letters: number]> {
  await answer()
  const spy = vi.spyOn(String.prototype, 'charCodeAt')
  try {
    const { status } = await answer()
    return [status, spy.mock.calls.length]
  } finally {
    spy.mockRestore()
  }
}

/** A wrong key of the same length that is right in its first letters. */
function wrongAfter(right: string, letters: number): string {
  return right.slice(0, letters) + '~'.repeat(right.length - letters)
}

function callWith(presented: string, kind: 'workflow' | 'hosting' | 'session' | 'stale' | 'control'): () => Promise<Response> {
  if (kind === 'control') {
    const host = createMockHost(createSampleWorld, { control: { token } })
    return () =>
      host.fetch(
        new Request('http://mock.test/__mock/operations/faults', {
          method: 'POST',
          headers: { authorization: `Bearer ${presented}` },
        }),
      )
  }
  const service = createMockService(createSampleWorld())
  if (kind === 'stale') {
    service.addFault({ kind: 'stale-key' })
    service.regenerateKey('echo')
  }
  const authorization = { authorization: `Bearer ${presented}` }
  if (kind === 'hosting') {
    return () => service.fetch(new Request('http://mock.test/v1/public/wfhost/manifest', { headers: authorization }))
  }
  if (kind === 'session') {
    const headers = { cookie: `console_session=${presented}` }
    return () => service.fetch(new Request('http://mock.test/v1/orgs/acme/wfhost/manifest', { headers }))
  }
  const request = { method: 'POST', body: '{"args":[]}', headers: { ...authorization, 'content-type': 'application/json' } }
  return () => service.fetch(new Request('http://mock.test/api/v2/external/flows/echo/published-run', request))
}

test.each([
  ['workflow', key, 401],
  ['stale', key, 401],
  ['hosting', hostingKey, 401],
  ['session', sampleKeys.consoleSession, 401],
  ['control', token, 403],
] as const)('a wrong key costs the same work however much of it is right: %s', async (...[kind, right, refused]) => {
  const counted: (readonly [number, number])[] = []
  for (const letters of [0, 1, right.length >> 1, right.length - 1]) {
    counted.push(await lettersRead(callWith(wrongAfter(right, letters), kind)))
  }
  const [first] = counted
  expect(first?.[0]).toBe(refused)
  expect(first?.[1]).toBeGreaterThanOrEqual(right.length)
  for (const each of counted) expect(each).toEqual(first)
})

test('nothing compares a presented key but the key ring and equalsSecret', () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  )
  const texts = files.map((file) => [file, readFileSync(source + file, 'utf8')] as const)
  const presenting = texts.filter(([, text]) => /\bread(Bearer|ConsoleSession)\(/.test(text))
  expect(presenting.length).toBeGreaterThan(3)
  const comparing =
    /read(Bearer|ConsoleSession)\([^\n]*\)[^\n]*(===|!==)|(===|!==)[^\n]*read(Bearer|ConsoleSession)\(|Bearer \$\{/
  const here = ['core/requests/authenticate.ts', 'host/create-mock-control.ts']
  expect(presenting.filter(([file, text]) => !here.includes(file) && comparing.test(text)).map(([file]) => file)).toEqual([])
  const world = texts.find(([file]) => file === 'core/world/world.ts')?.[1] ?? ''
  const secrets = world.slice(world.indexOf('export interface World ')).match(/readonly \w+(Keys|Sessions): \w+/g)
  expect(secrets).toEqual([
    'readonly workflowKeys: KeyRing',
    'readonly toolHostingKeys: KeyRing',
    'readonly consoleSessions: KeyRing',
    'readonly replacedKeys: KeyRing',
  ])
})
