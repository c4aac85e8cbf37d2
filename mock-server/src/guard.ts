export type { Fetch } from './core/requests/web-fetch.ts'
export { createGuard, type Guard, type GuardOptions } from './guard/create-guard.ts'
export { createReplay } from './guard/replay.ts'
export type { GuardedExchange, Violation } from './schema/guarded-exchange.ts'
