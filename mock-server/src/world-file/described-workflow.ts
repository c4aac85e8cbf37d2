import type { WorkflowSeed } from '../core/seed.ts'
import type { Behaviour, StepBehaviour } from './behaviour.ts'

/** A workflow as data: one of `result`, `expression` and `failure` says what comes of it, after its steps. */
export type DescribedWorkflow = Omit<WorkflowSeed, 'implementation' | 'description'> &
  Behaviour & {
    /** @default none */
    readonly steps?: readonly StepBehaviour[]
  }
