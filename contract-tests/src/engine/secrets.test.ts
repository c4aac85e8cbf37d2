import { expect, test } from 'vitest'
import { listRewrittenKeys, listSimilarKeys } from '../rules/keys/wrong-keys.ts'
import { createSecrets } from './secrets.ts'

const random = 'uY3xPq0LgE5sVc8wFzA1'
const value = 'k"ey+with/odd=chars'

function keeping(): ReturnType<typeof createSecrets> {
  const secrets = createSecrets()
  secrets.add('ECHO_KEY', value)
  return secrets
}

test.each([
  ['raw', `Bearer ${value}!`],
  ['base64', `token ${btoa(value)}`],
  ['base64 without padding', btoa(value).replace(/=+$/, '')],
  ['escaped in a URL', `https://x.test/?key=${encodeURIComponent(value)}`],
  ['escaped in JSON', JSON.stringify({ echo: value })],
])('replaces a secret by its name if it is %s', (_, text) => {
  const redacted = keeping().redact(text)
  expect(redacted).toContain('$ECHO_KEY')
  expect(keeping().findLeaks(redacted)).toEqual([])
  expect(keeping().findLeaks(text)).toEqual(['ECHO_KEY'])
})

test.each([
  ...listSimilarKeys({ isQuick: false }, random).map(
    ({ description, value: wrong }) => [description, `Bearer ${wrong}`] as const,
  ),
  ...listRewrittenKeys({ isQuick: false }, random).map(({ authorization, description }) => [description, authorization] as const),
])('reveals no half of the valid key in a wrong key %s', (_, authorization) => {
  const secrets = createSecrets()
  secrets.add('ECHO_KEY', random)
  const redacted = secrets.redact(authorization)
  for (const half of [random.slice(0, 10), random.slice(10)]) expect(redacted.toLowerCase()).not.toContain(half.toLowerCase())
})

test('writes a similar key as a shell expansion of the valid key', () => {
  const { redact, toCurl } = keeping()
  const key = value.slice(0, -1)
  expect(redact(`${key} ${value.toUpperCase()} ${btoa(`${value}:`)}`)).toBe(`\${ECHO_KEY%?} \${ECHO_KEY^^} base64(\${ECHO_KEY}:)`)
  const request = {
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    url: 'http://x.test/',
    headers: { authorization: `Bearer ${key}` },
  } as const
  expect(toCurl(request)).toBe(`curl -sS -i -X POST 'http://x.test/' -H 'authorization: Bearer '"\${ECHO_KEY%?}"`)
})
