export { createWorldSchema } from './world-file/create-world-schema.ts'
export { readWorldFile, type WorldFile, WorldFileError } from './world-file/read-world-file.ts'
