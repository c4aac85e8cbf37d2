export { BatchFileError } from './batch/append-file.ts'
export { type FileStore, type FileStoreOptions, fileStore } from './batch/file-store.ts'
