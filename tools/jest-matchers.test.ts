import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { expect as jestExpect } from 'expect'
import { expect, test } from 'vitest'
import { run } from '../mock-server/test/call-api.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends MockMatchers<R> {}
}
jestExpect.extend(matchers)

test('the expect of jest accepts toHaveReceived, and shows the nearest requests', async () => {
  const mock = createMockService(createSampleWorld())
  await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'Hello' } })
  jestExpect(mock).toHaveReceived({ flowId: 'echo', args: { text: 'Hello' }, status: 200 })
  jestExpect(mock).toHaveReceived({ flowId: 'echo' }, 1)
  jestExpect(mock).not.toHaveReceived({ flowId: 'nobody' })
  expect(() => jestExpect(mock).toHaveReceived({ flowId: 'echo', args: { text: 'Goodbye' } })).toThrow(
    /found 0 of 1\nNearest:\n {2}1\. POST .*echo.*: args\.text: expected "Goodbye", found "Hello"/,
  )
  expect(() => jestExpect(mock).not.toHaveReceived({ flowId: 'echo' })).toThrow('not to have received a request')
})

test('a pattern accepts asymmetric matchers, regular expressions, headers and a method in small letters', async () => {
  const mock = createMockService(createSampleWorld())
  await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'Hello' } })
  for (const each of [expect, jestExpect]) {
    expect(matchers.toHaveReceived(mock, { args: { text: each.stringContaining('ell') } }).pass).toBe(true)
    expect(matchers.toHaveReceived(mock, { body: { args: each.any(Array) } }).pass).toBe(true)
    const missed = matchers.toHaveReceived(mock, { args: { text: each.stringContaining('bye') } })
    expect(missed.pass).toBe(false)
    expect(missed.message()).toMatch(/args\.text: expected StringContaining.*found "Hello"/)
  }
  jestExpect(mock).toHaveReceived({ path: /flows\/echo/g, flowId: /^ec/, method: 'post' })
  jestExpect(mock).toHaveReceived({ headers: { 'Content-Type': 'application/json' } })
  jestExpect(mock).not.toHaveReceived({ headers: { 'content-type': 'text/plain' } })
  expect(() => jestExpect(mock).toHaveReceived({ path: /nobody/ })).toThrow('path: expected /nobody/, found "/api')
})

test('a pattern with an unknown member is refused, because it would match for the wrong reason', async () => {
  const mock = createMockService(createSampleWorld())
  await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo, args: {} })
  const mistaken: object = { flowid: 'nobody' }
  expect(() => jestExpect(createMockService()).not.toHaveReceived(mistaken)).toThrow('did you mean "flowId"?')
  expect(() => jestExpect(mock).toHaveReceived(mistaken)).toThrow('unknown name "flowid"; did you mean "flowId"?')
  expect(() => mock.journal({ ...mistaken })).toThrow('unknown name "flowid"')
})

test('toHaveReceived accepts the world of a test, and names the values that it accepts', async () => {
  await withTestWorld({}, async (world) => {
    await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`))
    jestExpect(world).toHaveReceived({ operation: 'getPublicManifest' })
  })
  expect(() => jestExpect({}).toHaveReceived({})).toThrow('expected a service or the world of a test')
})
