import { expect } from '@jest/globals'
import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}
expect.extend(matchers)
