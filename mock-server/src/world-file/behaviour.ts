import type { ToolImplementation, WorkflowContext, WorkflowImplementation } from '../core/implementation.ts'
import type { Json } from '../core/json.ts'
import { type ClockAndRandom, readExpression } from '../expressions/read-expression.ts'
import type { Behaviour, StepBehaviour, StoryPart } from '../schema/workflow.ts'

type Evaluate = (input: object, around: ClockAndRandom) => Promise<Json>

type EvaluateInRun = (input: object, context: WorkflowContext) => Promise<Json>

export function toolBehaviour(behaviour: Behaviour): ToolImplementation {
  const evaluate = evaluation(behaviour)
  return async (args, context) => {
    const { sleep, variables } = context
    if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs)
    return evaluate({ args, variables }, context)
  }
}

export function workflowBehaviour(
  behaviour: RunBehaviour & { readonly steps?: readonly StepBehaviour[] | undefined },
): WorkflowImplementation {
  const evaluate = evaluationInRun(behaviour)
  const steps = (behaviour.steps ?? []).map((step) => ({ id: step.id, perform: stepBehaviour(step) }))
  return async (args, context) => {
    const results: Record<string, Json> = {}
    const input = { args, steps: results, now: context.now(), nth: context.nth }
    for (const { id, perform } of steps) {
      const value = await perform(input, context)
      Object.defineProperty(results, id, { value, enumerable: true, configurable: true })
    }
    return evaluate(input, context)
  }
}

function stepBehaviour(step: StepBehaviour): EvaluateInRun {
  const { delayMs, id, useTool } = step
  if (useTool === undefined) {
    const evaluate = evaluationInRun(step)
    return (input, context) => context.step(id, () => evaluate(input, context))
  }
  const { arguments: source = '{}', ...use } = useTool
  const evaluate = readExpression(source)
  return async (input, context) => {
    if (delayMs !== undefined) await context.sleep(delayMs)
    return context.useTool(id, { ...use, arguments: Object(await evaluate(input, context)) })
  }
}

interface RunBehaviour extends Behaviour {
  readonly sequence?: readonly StoryPart[] | undefined
}

/** What happens in a run, after the delay. */
function evaluationInRun({ sequence, ...behaviour }: RunBehaviour): EvaluateInRun {
  const { delayMs } = behaviour
  const evaluate = sequence === undefined ? evaluation(behaviour) : storyOf(sequence)
  return async (input, context) => {
    if (delayMs !== undefined) await context.sleep(delayMs)
    return evaluate(input, context)
  }
}

function storyOf(sequence: readonly StoryPart[]): EvaluateInRun {
  const parts = sequence.map(({ times = 1, ...behaviour }) => ({ times, evaluate: evaluationInRun(behaviour) }))
  return (input, context) => {
    let before = 0
    const part = parts.find(({ times }) => {
      before += times
      return context.nth <= before
    })
    return (part ?? parts.at(-1))?.evaluate(input, context) ?? Promise.resolve(null)
  }
}

function evaluation({ expression, failure, result = null }: Behaviour): Evaluate {
  if (failure !== undefined) {
    return async () => {
      throw Object.assign(new Error(failure.value), { name: failure.name })
    }
  }
  return expression === undefined ? async () => result : readExpression(expression)
}
