import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

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

test('a secret that is the beginning of another one does not leave the rest of it', () => {
  const secrets = createSecrets()
  secrets.add('SHORT', 'abcdef')
  secrets.add('LONG', 'abcdef-ghijkl')
  expect(secrets.redact('abcdef-ghijkl and abcdef')).toBe('$LONG and $SHORT')
})

const repeating: readonly (readonly [what: string, text: string])[] = [
  ['is repeated 6000 times', `{"a":"it's ${'50 % of \\ "it". '.repeat(6000)}"}`],
  ['is one character', '['.repeat(20_000)],
  ['is repeated twice', `${'ab'.repeat(900)}and${'cd'.repeat(900)}`],
]

test.each(repeating)('what %s is short in a shell, and the same text there', (_, text) => {
  const quoted = keeping().quoteForShell(text)
  expect(quoted.length).toBeLessThan(150)
  expect(execFileSync('sh', ['-c', `printf %s ${quoted}`]).toString()).toBe(text)
})

test('a quoted text becomes, in a shell that has the variable, the text that it was', () => {
  const text = `it's "${value}" and \`more\` $HOME`
  const quoted = keeping().quoteForShell(text)
  expect(quoted).not.toContain(value)
  expect(execFileSync('sh', ['-c', `printf %s ${quoted}`], { env: { ECHO_KEY: value } }).toString()).toBe(text)
})
