import { expect, test } from 'vitest'
import { nearlyRight, rewrittenKeys } from '../rules/keys/nearly-right.ts'
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
])('a secret is replaced by its name when it is %s', (_, text) => {
  const redacted = keeping().redact(text)
  expect(redacted).toContain('$ECHO_KEY')
  expect(keeping().leaksIn(redacted)).toEqual([])
  expect(keeping().leaksIn(text)).toEqual(['ECHO_KEY'])
})

test.each([...nearlyRight(random), ...rewrittenKeys(random)].map(({ value: wrong, what }) => [what, wrong] as const))(
  'a wrong key %s shows no half of the right one',
  (_, wrong) => {
    const secrets = createSecrets()
    secrets.add('ECHO_KEY', random)
    const redacted = secrets.redact(`Bearer ${wrong}`)
    for (const half of [random.slice(0, 10), random.slice(10)]) expect(redacted.toLowerCase()).not.toContain(half.toLowerCase())
  },
)

test('a wrong key that is nearly the right one is written as what a shell makes of the right one', () => {
  const { redact, toCurl } = keeping()
  const key = value.slice(0, -1)
  expect(redact(`${key} ${value.toUpperCase()} ${btoa(`${value}:`)}`)).toBe(`\${ECHO_KEY%?} \${ECHO_KEY^^} base64(\${ECHO_KEY}:)`)
  const call = {
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    url: 'http://x.test/',
    headers: { authorization: `Bearer ${key}` },
  } as const
  expect(toCurl(call)).toBe(`curl -sS -i -X POST 'http://x.test/' -H 'authorization: Bearer '"\${ECHO_KEY%?}"`)
})
