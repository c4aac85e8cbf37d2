import type { JsonObject } from '../core/json.ts'
import type { WorkflowSeed } from '../core/seed.ts'
import type { DescribedWorkflow } from './described-workflow.ts'
import { readWorldFile } from './read-world-file.ts'
import { WorldFileError } from './world-file-error.ts'

const place = 'workspaces[0].workflows[0]'

/**
 * Makes a workflow of what a world file would say of it.
 *
 * @throws {WorldFileError} with one line for each problem.
 */
export function readDescribedWorkflow(described: DescribedWorkflow | JsonObject): WorkflowSeed {
  try {
    const { seed } = readWorldFile(JSON.stringify({ workspaces: [{ id: 'any', workflows: [described] }] }), 'workflow')
    const [workflow] = seed.workspaces?.[0]?.workflows ?? []
    if (workflow === undefined) throw new WorldFileError('Cannot read the workflow: there is none')
    // What a world file has is JSON.
    return { ...workflow, description: described as unknown as JsonObject }
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error
    // The line is always the first one, and the path begins where the workflow does.
    throw new WorldFileError(error.message.replaceAll('workflow:1: ', '').replaceAll(place, 'workflow'), { cause: error })
  }
}
