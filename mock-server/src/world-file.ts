export { createServiceFromWorldFile, type WorldFileServiceOptions } from './world-file/create-service-from-world-file.ts'
export { createWorldSchema } from './world-file/create-world-schema.ts'
export { readWorldFile, type WorldFile } from './world-file/read-world-file.ts'
export { WorldFileError, type WorldFileProblem } from './world-file/world-file-error.ts'
