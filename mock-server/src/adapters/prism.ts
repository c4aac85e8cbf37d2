export { createPrismMock, type PrismMockOptions } from './prism/create-prism-mock.ts'
export { createPrismProxy, type PrismProxy, type PrismProxyOptions } from './prism/create-prism-proxy.ts'
export type { GuardedExchange } from './prism/guard-journal.ts'
export type { Violation } from './prism/violation.ts'
