import type { Json } from '../core/json.ts'
import type { ToolImplementation, WorkflowContext, WorkflowImplementation } from '../core/seed.ts'
import type { ClockAndRandom } from './expression/expression-functions.ts'
import { readExpression } from './expression/read-expression.ts'

/** The behaviour of a tool, step or workflow in a world file: one of the three. */
export interface Behaviour {
  /** A fixed result. @default none */
  readonly result?: Json
  /** A JSONata expression of the input. @default none */
  readonly expression?: string
  /** A fixed error. @default none */
  readonly failure?: { readonly name: string; readonly value: string }
  /** Its duration, by the clock of the service. @default 0 */
  readonly delayMs?: number
}

/** A step of a workflow in a world file. */
export interface StepBehaviour extends Behaviour {
  readonly id: string
  /** Uses a tool instead; `arguments` is a JSONata expression. @default none */
  readonly useTool?: { readonly toolSet: string; readonly tool: string; readonly registry?: string; readonly arguments?: string }
}

type Evaluate = (input: object, around: ClockAndRandom) => Promise<Json>

/** The implementation of a tool. */
export function toolBehaviour(behaviour: Behaviour): ToolImplementation {
  const evaluate = evaluation(behaviour)
  return async (args, context) => {
    const { sleep, variables } = context
    if (behaviour.delayMs !== undefined) await sleep(behaviour.delayMs)
    return evaluate({ arguments: args, args, variables }, context)
  }
}

/** The implementation of a workflow: its steps one after the other, and then its result. */
export function workflowBehaviour(behaviour: Behaviour & { readonly steps?: readonly StepBehaviour[] }): WorkflowImplementation {
  const evaluate = evaluation(behaviour)
  const steps = (behaviour.steps ?? []).map((step) => ({ id: step.id, perform: stepBehaviour(step) }))
  return async (args, context) => {
    const results: Record<string, Json> = {}
    const input = { args, arguments: args, steps: results, now: context.now() }
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
