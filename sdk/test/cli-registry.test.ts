import { expect, test } from 'vitest'
import { callCommand, returning } from './call-command.ts'
import { useEnvironment } from './command-surroundings.ts'

useEnvironment()

test('lists the tool sets of a manifest', async () => {
  const manifest = {
    executeUrl: 'http://x',
    toolsets: [{ id: 'mail', name: 'Mail', version: '1.0.0', tools: [{ name: 'send', description: 'Send' }] }],
  }
  expect((await callCommand(['manifest'], { fetch: returning(manifest) })).out).toBe(
    '1 tool set, executed at http://x\n  mail (Mail) 1.0.0\n    send  Send\n',
  )
  expect((await callCommand(['manifest', '--org', 'acme', '--json'], { fetch: returning(manifest) })).out).toBe(
    `${JSON.stringify(manifest)}\n`,
  )
  const other = { execute_url: 'http://x', tool_sets: [{ id: 'mail' }] }
  expect((await callCommand(['manifest'], { fetch: returning(other) })).out).toBe(`${JSON.stringify(other, null, 2)}\n`)
})

test('executes a tool by its names and arguments, or by a whole payload', async () => {
  const fetch = returning({ status: 'failed' })
  const execute = await callCommand(['execute', 'mail', 'send', '--arg', 'to=ada', '--arg-json', 'urgent=true'], { fetch })
  const payload = { toolset: 'mail', tool: 'send', arguments: { to: 'ada', urgent: true } }
  expect([execute.code, execute.sent[0]?.body]).toEqual([1, payload])
  const whole = await callCommand(['execute', '--payload', '-'], { fetch, input: '{"tool":"x"}' })
  expect([whole.code, whole.sent[0]?.body]).toEqual([1, { tool: 'x' }])
})
