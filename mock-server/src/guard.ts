export type { Violation } from './guard/check-exchange.ts'
export { createGuard, type Guard, type GuardOptions } from './guard/create-guard.ts'
export type { GuardedExchange } from './guard/guard-journal.ts'
