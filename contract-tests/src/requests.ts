export { createRequest, operationUrl, type RequestParts } from './operations/create-request.ts'
export type { Credentials } from './operations/credentials.ts'
export { executeTool } from './operations/execute-tool.ts'
export { getPublicManifest, revalidateManifest } from './operations/read-manifest.ts'
export { getOrganizationManifest } from './operations/read-organization-manifest.ts'
export { type RunRequest, runWorkflow } from './operations/run-workflow.ts'

/** The modes of a run (section 4.1). */
export const modes = ['sync', 'async'] as const

/** How many requests are sent concurrently: few enough for a small server, and enough that two of them overlap. */
export const CONCURRENT_REQUESTS = 6

/** Sends several requests concurrently and returns their results in the order in which they were sent. */
export function sendConcurrently<T>(send: (index: number) => Promise<T>, count = CONCURRENT_REQUESTS): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}
