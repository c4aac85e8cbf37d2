import type { MockService } from '../core/create-mock-service.ts'
import type { JournalEntry } from '../core/journal/journal-entry.ts'
import type { RequestPattern } from '../schema/request-pattern.ts'
import type { DescribedWorkflow } from '../schema/workflow.ts'
import { type ControlOperationName, controlArguments } from './control-arguments.ts'

/** The operations that differ from those in process, because their arguments must be JSON. */
export interface DataOperations {
  /**
   * Adds a workflow, described as in a world file, and returns its key if it is published. A state file keeps it.
   *
   * @throws {MockControlError} that says what is wrong with the description, and where.
   */
  addWorkflow(workspaceId: string, workflow: DescribedWorkflow): Promise<string | undefined>
  /** Continues with a world file, as YAML or JSON; see `reload` of a service. */
  reload(worldFile: string): Promise<void>
  /**
   * Returns the first exchange that matches: one that is remembered, or the next one that arrives in time, by the clock
   * of the machine.
   *
   * @param options - `timeoutMs` is 30000 by default, and 60000 at most.
   */
  waitForRequest(pattern: RequestPattern, options?: { readonly timeoutMs?: number }): Promise<JournalEntry>
}

/** Every operation of the control surface. */
export type ControlOperations = Pick<MockService, Exclude<ControlOperationName, keyof DataOperations>> & DataOperations

/** The operations that the control surface can call, by name. */
export function controlOperations(service: MockService): ReadonlyMap<string, (...args: never[]) => unknown> {
  const operations: ControlOperations = { ...service, ...dataOperations(service) }
  return new Map(controlOperationNames.map((name) => [name, operations[name]]))
}

/** The names of all operations of the control surface. */
export const controlOperationNames = Object.keys(controlArguments) as readonly ControlOperationName[]

// The reader of world files is large, so it is loaded only when needed.
function dataOperations(service: MockService): DataOperations {
  return {
    addWorkflow: async (workspaceId, described) => {
      const { readDescribedWorkflow } = await import('../world-file/read-world-file.ts')
      service.addWorkflow(workspaceId, readDescribedWorkflow(described))
      return service.workflowKey(described.flowId)
    },
    reload: async (worldFile) => {
      const { readWorldFile } = await import('../world-file/read-world-file.ts')
      service.reload(readWorldFile(worldFile).seed)
    },
    waitForRequest: async (pattern, options) => service.waitForRequest(pattern, options),
  }
}
