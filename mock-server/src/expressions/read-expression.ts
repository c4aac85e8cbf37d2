import type { Json } from '../core/json.ts'
import { createEvaluator } from './evaluator.ts'
import { parseExpression } from './parse-expression.ts'

/** The time and the randomness for expressions: those of the service. */
export interface ClockAndRandom {
  /** In milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 up to, and without, 1. */
  readonly random: () => number
}

/**
 * Reads an expression of JavaScript. It sees its input and the language, and nothing of the machine. Its time, its memory,
 * its input and its result are limited.
 *
 * A result that is a function, NaN or infinite fails. Within lists and objects, such values
 * become what `JSON.stringify` makes of them. A missing result is null.
 *
 * @throws {ExpressionSyntaxError} for a text that is not one expression.
 */
export function readExpression(source: string): (input: object, around: ClockAndRandom) => Promise<Json> {
  parseExpression(source)
  const usesRandom = source.includes('random')
  return async (input, { now, random }) => {
    // An expression without randomness draws none from the service, so that its other draws stay the same.
    const seed = usesRandom ? Math.floor(random() * 2 ** 32) : 0
    const evaluated = await evaluator.evaluate({ source, input: JSON.stringify(input), now: now(), seed })
    if (evaluated.kind === 'result') return JSON.parse(evaluated.json)
    const { name, value } = evaluated.failure
    // Its stack would be that of this file.
    throw Object.assign(new Error(value), { name, stack: `${name}: ${value}\n    at expression ${source}` })
  }
}

// For the process: an engine takes 16 MB, and keeps nothing of any world. No expression sees what another one has changed.
const evaluator = createEvaluator()
