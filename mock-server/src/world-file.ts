export type { Fetch } from './core/requests/web-fetch.ts'
export { createWorldSchema } from './schema/described-world.ts'
export { openServiceFromWorldFile, type WorldFileServiceOptions } from './world-file/open-service-from-world-file.ts'
export { readWorldFile, type WorldFile, WorldFileError, type WorldFileProblem } from './world-file/read-world-file.ts'
