export { BatchFileError } from './batch-file/append-file.ts'
export { type FileStore, type FileStoreOptions, fileStore } from './batch-file/file-store.ts'
export type { BatchOrigin } from './batch-file/record-lines.ts'
