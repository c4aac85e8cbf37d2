import type { PlannedFailure } from '../../faults/fault-effect.ts'
import type { Failure, RunResult } from '../../schema/state.ts'
import type { ToolUse, WorkflowContext } from '../implementation.ts'
import { copyJson, type Json, type JsonObject } from '../json.ts'
import { executeWorkspaceTool } from '../registry/use-tool.ts'
import type { Workflow, World } from '../world/world.ts'
import { listStackFrames, toFailure } from './failure.ts'
import type { StepTrace } from './run-store.ts'
import { StepRecorder } from './steps.ts'

interface WorkflowInput {
  readonly args: JsonObject
  /** Receives the steps when they start. */
  readonly trace: StepTrace[]
  /** How the run fails, if a fault makes it fail. */
  readonly failure: PlannedFailure | undefined
}

/** Runs the implementation of a workflow, and returns the result of the run. Never rejects: an error fails the run. */
export async function performWorkflow(world: World, workflow: Workflow, input: WorkflowInput): Promise<RunResult> {
  const steps = new StepRecorder(world.clock.now, input.trace)
  const context = createContext(world, workflow, steps)

  try {
    if (input.failure !== undefined) await throwPlannedFailure(input.failure, steps)
    const output = await workflow.implementation(input.args, context)
    return { status: 'success', result: copyJson(output, 'result'), stepOutputs: steps.outputs() }
  } catch (thrown) {
    const trace = [
      ...listStackFrames(thrown),
      ...steps.listStepsThatThrew(thrown).map((id) => `    at step ${id}`),
      `    at workflow ${workflow.flowId}`,
    ]
    return createFailedRun(toFailure(thrown), { trace, steps: steps.outputs() })
  }
}

/**
 * Creates the context, the second argument of the implementation of a workflow. With the context, a run performs steps, uses
 * tools, and reads the clock and the random source of its world.
 */
function createContext(world: World, workflow: Workflow, steps: StepRecorder): WorkflowContext {
  // A reset replaces the abort controller of the world, so the signal is read when the run starts.
  const { signal } = world.stopController
  // 1 for the first run of the workflow.
  const runNumber = workflow.startedRunCount

  function executeTool(toolCall: ToolUse): Promise<Json> {
    signal.throwIfAborted()
    return executeWorkspaceTool(world, workflow.workspace, toolCall)
  }

  return {
    step: (stepId, work) => steps.perform(stepId, work),
    // The step record has the tool and its arguments, so the recorder receives `toolCall`, too.
    useTool: (stepId, toolCall) => steps.perform(stepId, () => executeTool(toolCall), toolCall),
    nth: runNumber,
    now: world.clock.now,
    random: world.random,
    sleep: (ms) => world.clock.sleep(ms, signal),
    signal,
  }
}

/** Throws the error of the fault `run-failed`, inside the step that the fault names. */
async function throwPlannedFailure({ name, step, value }: PlannedFailure, steps: StepRecorder): Promise<never> {
  const error = { name, message: value }
  if (step === undefined) throw error
  return steps.perform(step, () => {
    throw error
  })
}

interface FailureDetails {
  /** The lines of the traceback below the message. */
  readonly trace?: readonly string[]
  readonly steps?: RunResult['stepOutputs']
}

/** Creates the result of a failed run. */
export function createFailedRun(failure: Failure, { trace = [], steps = {} }: FailureDetails = {}): RunResult {
  const traceback = [`${failure.name}: ${failure.value}`, ...trace].join('\n')
  return { status: 'failed', error: { ...failure, traceback }, stepOutputs: steps }
}
