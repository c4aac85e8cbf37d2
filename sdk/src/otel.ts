export { traceCalls } from './otel/trace-calls.ts'
export { traceHooks } from './otel/trace-hooks.ts'
export type { TraceOptions } from './otel/trace-options.ts'
