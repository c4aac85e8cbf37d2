import type { WorkflowSeed } from '../core/seed.ts'
import type { Behaviour, StepBehaviour } from './behaviour.ts'

/** A workflow as data: after its steps, `result`, `expression` or `failure` decides its outcome. */
export type DescribedWorkflow = Omit<WorkflowSeed, 'implementation' | 'description'> &
  Behaviour & {
    /** @default none */
    readonly steps?: readonly StepBehaviour[]
  }
