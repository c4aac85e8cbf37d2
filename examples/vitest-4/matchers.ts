import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { expect } from 'vitest'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the parameters have to be those of the original
  interface Matchers<T = any> extends MockMatchers<T> {}
}
expect.extend(matchers)
