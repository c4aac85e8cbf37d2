import type { RunResult, StepOutput } from '../../schema/state.ts'
import type { WorkflowContext } from '../implementation.ts'
import { copyJson, type Json, type JsonObject } from '../json.ts'
import { useTool } from '../registry/use-tool.ts'
import type { Workflow, World } from '../world/world.ts'
import { toFailure } from './failure.ts'

/** Runs the implementation of a workflow to its end. Never rejects: an error fails the run. */
export async function performWorkflow(
  world: World,
  { args, workflow }: { readonly workflow: Workflow; readonly args: JsonObject },
): Promise<RunResult> {
  const steps = createSteps()
  // Read once: a reset replaces it.
  const { signal } = world.stopping
  const context: WorkflowContext = {
    step: steps.step,
    useTool: (id, use) =>
      steps.step(id, () => {
        signal.throwIfAborted()
        return useTool(world, { workspace: workflow.workspace, use })
      }),
    now: world.clock.now,
    random: world.random,
    sleep: (ms) => world.clock.sleep(ms, signal),
    signal,
  }
  try {
    const result = copyJson(await workflow.implementation(args, context), 'result')
    return { status: 'success', result, stepOutputs: steps.outputs() }
  } catch (thrown) {
    const failure = toFailure(thrown)
    const traceback = [
      `${failure.name}: ${failure.value}`,
      ...steps.passedThrough(thrown).map((id) => `    at step ${id}`),
      `    at workflow ${workflow.flowId}`,
    ].join('\n')
    return { status: 'failed', error: { ...failure, traceback }, stepOutputs: steps.outputs() }
  }
}

interface Steps {
  readonly step: WorkflowContext['step']
  readonly outputs: () => Readonly<Record<string, StepOutput>>
  /** The steps that threw this value, innermost first. */
  readonly passedThrough: (thrown: unknown) => readonly string[]
}

function createSteps(): Steps {
  const outputs = new Map<string, StepOutput>()
  const failed: { readonly id: string; readonly thrown: unknown }[] = []

  async function perform<T extends Json | undefined>(id: string, work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await work()
      outputs.set(id, { status: 'success', result: copyJson(result, `step ${id}`) })
      return result
    } catch (thrown) {
      outputs.set(id, { status: 'failed', error: toFailure(thrown) })
      failed.push({ id, thrown })
      throw thrown
    }
  }

  return {
    step: (id, work) => {
      const outcome = perform(id, work)
      // If the workflow does not await the step, its failure must not end the process; it is in the outputs.
      outcome.catch(() => {})
      return outcome
    },
    outputs: () => Object.fromEntries(outputs),
    passedThrough: (thrown) => failed.filter((failure) => failure.thrown === thrown).map(({ id }) => id),
  }
}
