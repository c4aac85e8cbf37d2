import { expect, test } from 'vitest'
import { createEvaluator } from './evaluator.ts'
import { type Evaluated, type Sandbox, sandboxLimits } from './sandbox.ts'

const evaluation = { source: '1', input: '{}', now: 0, seed: 0 }
const stopped = {
  kind: 'stopped',
  failure: { name: 'ExpressionLimitExceeded', value: 'too long' },
  isOutOfMemory: false,
} as const

function readProcessorMs(): number {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** Creates an evaluator whose engines give these outcomes, one after another, after using the processor for a time. */
function evaluatorOf(outcomes: readonly Evaluated[], busyMs: number) {
  const left = [...outcomes]
  let engines = 0
  const sandbox: Sandbox = {
    read: () => undefined,
    evaluate: () => {
      const until = readProcessorMs() + busyMs
      while (readProcessorMs() < until);
      return left.shift() ?? { kind: 'result', json: '1' }
    },
    memoryBytes: () => 0,
  }
  const evaluator = createEvaluator(async () => {
    engines += 1
    return sandbox
  })
  return { evaluator, countEngines: () => engines }
}

test('evaluates an expression again in a new engine if it was stopped without time of the processor', async () => {
  const { countEngines, evaluator } = evaluatorOf([stopped], 0)

  expect(await evaluator.evaluate(evaluation)).toEqual({ kind: 'result', json: '1' })
  expect(countEngines()).toBe(2)
})

test('stops an expression that used its time of the processor', async () => {
  const { countEngines, evaluator } = evaluatorOf([stopped], 2 * sandboxLimits.ms)

  expect(await evaluator.evaluate(evaluation)).toEqual(stopped)
  expect(countEngines()).toBe(1)
})

test('stops an expression after two attempts without time of the processor', async () => {
  const { countEngines, evaluator } = evaluatorOf([stopped, stopped], 0)

  expect(await evaluator.evaluate(evaluation)).toEqual(stopped)
  expect(countEngines()).toBe(2)
})
