export { BatchFileError } from './batch-file/append-file.ts'
export { type BatchFile, type BatchFileOptions, openBatchFile } from './batch-file/open-batch-file.ts'
export type { BatchOrigin } from './batch-file/record-lines.ts'
/** @internal What it makes of an input. */
export { serializePayload } from './client/arguments.ts'
/** @internal What `@wfhost/queue` checks its options with. */
export {
  type Check,
  type Checks,
  checkOptions,
  isFunction,
  isName,
  isObject,
  isPositive,
  isSignal,
  isTimeout,
} from './client/check-options.ts'
/** @internal What it keeps a run without keys with. */
export { redacted } from './responses/origin.ts'
