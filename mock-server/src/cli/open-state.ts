import type { MockService } from '../core/create-mock-service.ts'
import type { MockHostOptions } from '../host/create-mock-host.ts'
import { followState, type StateFollower } from '../state-file/follow-state.ts'
import { readStateFile } from '../state-file/read-state-file.ts'

/** A state that is kept in a file, if one is given. */
export interface OpenState {
  readonly options: Pick<MockHostOptions, 'onChange' | 'readWorkflow' | 'state'>
  /** Writes the state of a service from now on. */
  readonly follow: (service: MockService) => Promise<void>
  readonly changed: () => void
  /** Writes pending changes. */
  readonly close: () => Promise<void>
}

/** Reads the state from a file, if it exists, and keeps it there. */
export async function openState(file: string | undefined): Promise<OpenState> {
  if (file === undefined) return { options: {}, follow: async () => {}, changed: () => {}, close: async () => {} }
  const state = await readStateFile(file)
  let follower: StateFollower | undefined
  const changed = (): void => follower?.changed()
  return {
    options: {
      onChange: changed,
      // Loaded only if a state is kept: JSONata is large.
      readWorkflow: (await import('../world-file/read-described-workflow.ts')).readDescribedWorkflow,
      ...(state === undefined ? {} : { state }),
    },
    follow: async (service) => {
      follower = await followState(file, { take: service.state, report: (error) => console.error(error.message) })
    },
    changed,
    close: async () => follower?.close(),
  }
}
