import type { JsonObject } from '../core/json.ts'
import type { WorkflowSeed } from '../core/seed.ts'
import type { DescribedWorkflow } from './described-workflow.ts'
import { readWorldFile } from './read-world-file.ts'
import { WorldFileError } from './world-file-error.ts'

const place = 'workspaces[0].workflows[0]'

/**
 * Creates a workflow from its description as in a world file.
 *
 * @throws {WorldFileError} with one line for each problem.
 */
export function readDescribedWorkflow(described: DescribedWorkflow | JsonObject): WorkflowSeed {
  try {
    const { seed } = readWorldFile(JSON.stringify({ workspaces: [{ id: 'any', workflows: [described] }] }), 'workflow')
    const [workflow] = seed.workspaces?.[0]?.workflows ?? []
    if (workflow === undefined) throw new WorldFileError('Cannot read the workflow: there is none')
    // A description consists of JSON.
    return { ...workflow, description: described as unknown as JsonObject }
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error
    // There are no lines here, and the path starts at the workflow.
    throw new WorldFileError(error.message.replaceAll('workflow:1: ', '').replaceAll(place, 'workflow'), { cause: error })
  }
}
