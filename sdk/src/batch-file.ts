export { BatchFileError } from './batch-file/append-file.ts'
export { type BatchFile, type BatchFileOptions, openBatchFile } from './batch-file/open-batch-file.ts'
export type { BatchOrigin } from './batch-file/record-lines.ts'
/** @internal Writes an input as JSON. */
export { serializePayload } from './client/arguments.ts'
/** @internal Checks the options of `@wfhost/queue`. */
export {
  type Check,
  type Checks,
  checkOptions,
  checkRequired,
  isFunction,
  isName,
  isObject,
  isPositive,
  isSignal,
  isTimeout,
} from './client/check-options.ts'
/** @internal Removes the keys of a client from a message. */
export { redactFor } from './client/client-secrets.ts'
/** @internal Removes keys from a run before it is stored. */
export { redacted } from './responses/origin.ts'
