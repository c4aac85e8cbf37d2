import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { expect as jestExpect } from 'expect'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> extends MockMatchers<R> {}
}
jestExpect.extend(matchers)

test('the expect of jest takes toHaveReceived, and shows the nearest misses', async () => {
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
