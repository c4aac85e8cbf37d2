export type { Fetch } from './core/requests/web-fetch.ts'
export { createWorldSchema } from './schema/described-world.ts'
export { createServiceFromWorldFile, type WorldFileServiceOptions } from './world-file/create-service-from-world-file.ts'
export { readWorldFile, type WorldFile, WorldFileError, type WorldFileProblem } from './world-file/read-world-file.ts'
