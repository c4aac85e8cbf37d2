export { traceCalls } from './trace-calls.ts'
export { traceHooks } from './trace-hooks.ts'
export type { TraceOptions } from './trace-options.ts'
