import type { ToolContext, ToolImplementation, WorkflowContext, WorkflowImplementation } from '../core/implementation.ts'
import { canonicalJson, type Json, type JsonObject } from '../core/json.ts'
import { readExpression } from '../expressions/read-expression.ts'
import type { Behaviour, Case, StepBehaviour, StoryPart } from '../schema/described-workflow.ts'
import { generator } from './generate.ts'

/** The parts of the context that behaviours use. Only a workflow has `nth`, for its `sequence`. */
type Around = Pick<ToolContext, 'now' | 'random' | 'sleep'> & Partial<Pick<WorkflowContext, 'nth'>>

interface Input {
  readonly args: JsonObject
}

type Evaluate = (input: Input, around: Around) => Promise<Json>

interface AnyBehaviour extends Behaviour {
  readonly cases?: readonly Case[] | undefined
  readonly sequence?: readonly StoryPart[] | undefined
}

export function toolBehaviour(behaviour: AnyBehaviour): ToolImplementation {
  const evaluate = evaluation(behaviour)
  return (args, context) => {
    const input = { args, variables: context.variables }
    return evaluate(input, context)
  }
}

export function workflowBehaviour(
  behaviour: AnyBehaviour & { readonly steps?: readonly StepBehaviour[] | undefined },
): WorkflowImplementation {
  const evaluate = evaluation(behaviour)
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

function stepBehaviour(step: StepBehaviour): (input: Input, context: WorkflowContext) => Promise<Json> {
  const { delayMs, id, useTool } = step
  if (useTool === undefined) {
    const evaluate = evaluation(step)
    return (input, context) => context.step(id, () => evaluate(input, context))
  }
  const { arguments: source = '{}', ...use } = useTool
  const evaluate = readExpression(source)
  return async (input, context) => {
    if (delayMs !== undefined) await context.sleep(delayMs)
    return context.useTool(id, { ...use, arguments: Object(await evaluate(input, context)) })
  }
}

function evaluation({ delayMs, ...behaviour }: AnyBehaviour): Evaluate {
  const evaluate = immediateEvaluation(behaviour)
  if (delayMs === undefined) return evaluate

  return async (input, around) => {
    await around.sleep(delayMs)
    return evaluate(input, around)
  }
}

/** A behaviour has cases, a sequence, or one outcome. */
function immediateEvaluation({ cases, sequence, ...behaviour }: AnyBehaviour): Evaluate {
  if (cases !== undefined) return caseOf(cases)
  if (sequence !== undefined) return storyOf(sequence)
  return outcomeOf(behaviour)
}

function caseOf(cases: readonly Case[]): Evaluate {
  const known = cases.map(({ args = {}, ...behaviour }) => {
    return { wanted: Object.entries(args), evaluate: evaluation(behaviour) }
  })
  return async (input, around) => {
    const found = known.find(({ wanted }) =>
      wanted.every(([name, value]) => canonicalJson(input.args[name]) === canonicalJson(value)),
    )
    if (found === undefined) throw named({ name: 'NoCase', value: 'No case is for these arguments' })
    return found.evaluate(input, around)
  }
}

function storyOf(sequence: readonly StoryPart[]): Evaluate {
  const parts = sequence.map(({ times = 1, ...behaviour }) => ({ times, evaluate: evaluation(behaviour) }))
  return (input, around) => {
    let before = 0
    const part = parts.find(({ times }) => {
      before += times
      return (around.nth ?? 1) <= before
    })
    return (part ?? parts.at(-1))?.evaluate(input, around) ?? Promise.resolve(null)
  }
}

function outcomeOf({ expression, failure, generated, result = null }: Behaviour): Evaluate {
  if (failure !== undefined) {
    return async () => {
      throw named(failure)
    }
  }
  if (generated !== undefined) return generator(generated)
  return expression === undefined ? async () => result : readExpression(expression)
}

function named({ name, value }: { readonly name: string; readonly value: string }): Error {
  return Object.assign(new Error(value), { name })
}
