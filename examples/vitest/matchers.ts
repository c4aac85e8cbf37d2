import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { expect } from 'vitest'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}
expect.extend(matchers)
