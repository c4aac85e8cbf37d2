import type { ToolImplementation, WorkflowContext, WorkflowImplementation } from '../core/implementation.ts'
import type { Json } from '../core/json.ts'
import { type ClockAndRandom, readExpression } from '../expressions/read-expression.ts'
import type { Behaviour, StepBehaviour } from '../schema/workflow.ts'

type Evaluate = (input: object, around: ClockAndRandom) => Promise<Json>

export function toolBehaviour(behaviour: Behaviour): ToolImplementation {
  const evaluate = evaluation(behaviour)
  return async (args, context) => {
    const { sleep, variables } = context
    if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs)
    return evaluate({ args, variables }, context)
  }
}

export function workflowBehaviour(behaviour: Behaviour & { readonly steps?: readonly StepBehaviour[] }): WorkflowImplementation {
  const evaluate = evaluation(behaviour)
  const steps = (behaviour.steps ?? []).map((step) => ({ id: step.id, perform: stepBehaviour(step) }))
  return async (args, context) => {
    const results: Record<string, Json> = {}
    const input = { args, steps: results, now: context.now() }
    for (const { id, perform } of steps) {
      const value = await perform(input, context)
      Object.defineProperty(results, id, { value, enumerable: true, configurable: true })
    }
    if (behaviour.delayMs !== undefined) await context.sleep(behaviour.delayMs)
    return evaluate(input, context)
  }
}

function stepBehaviour(step: StepBehaviour): (input: object, context: WorkflowContext) => Promise<Json> {
  const { delayMs, id, useTool } = step
  if (useTool === undefined) {
    const evaluate = evaluation(step)
    return (input, context) =>
      context.step(id, async () => {
        if (delayMs !== undefined) await context.sleep(delayMs)
        return evaluate(input, context)
      })
  }
  const { arguments: source = '{}', ...use } = useTool
  const evaluate = readExpression(source)
  return async (input, context) => {
    if (delayMs !== undefined) await context.sleep(delayMs)
    return context.useTool(id, { ...use, arguments: Object(await evaluate(input, context)) })
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
