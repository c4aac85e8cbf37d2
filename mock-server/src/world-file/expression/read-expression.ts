import jsonata, { type ExprNode } from 'jsonata'
import type { Json } from '../../core/json.ts'
import { type ClockAndRandom, replaceFunctions } from './expression-functions.ts'
import { createSizeCount, ExpressionLimitExceeded, expressionLimits } from './expression-limits.ts'
import { LinearRegExp } from './linear-regexp.ts'

const options: jsonata.JsonataOptions = {
  timeout: expressionLimits.ms,
  stack: expressionLimits.depth,
  sequence: expressionLimits.items,
  // JSONata uses it as the constructor.
  RegexEngine: LinearRegExp as unknown as RegExpConstructor,
}

/** An expression could not be evaluated. */
class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}

/**
 * Compiles a JSONata expression. It sees its input and nothing of the machine; its time, its depth and the size of its
 * values are limited.
 *
 * @throws {Error} for an invalid expression, with the position.
 */
export function readExpression(source: string): (input: object, around: ClockAndRandom) => Promise<Json> {
  check(source)
  return async (input, around) => {
    // Created for each evaluation, since it counts.
    const expression = jsonata(source, options)
    const count = createSizeCount()
    replaceFunctions(expression, around)
    // JSONata calls it with each evaluated part.
    expression.assign(afterEach as unknown as string, (...[part, , , made]: readonly [ExprNode, unknown, unknown, unknown]) => {
      if (makers.includes(part.type) && (typeof made === 'string' || Array.isArray(made))) count.add(made.length)
    })
    const result: unknown = await expression.evaluate(input).catch(fail)
    count.addAll(result)
    // JSONata returns JSON or undefined; its arrays have properties of their own that a copy does not have.
    return result === undefined ? null : (JSON.parse(JSON.stringify(result)) as Json)
  }
}

const afterEach = Symbol.for('jsonata.__evaluate_exit')
// Other operators only pass on existing values.
const makers: readonly string[] = ['apply', 'binary', 'function', 'path', 'transform', 'unary']

function check(source: string): void {
  try {
    checkPatterns(jsonata(source).ast())
  } catch (cause) {
    throw new Error(describe(cause), { cause })
  }
}

/** Compiles all regular expressions in the tree. */
function checkPatterns(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (node instanceof RegExp) void new LinearRegExp(node)
  else for (const member of Object.values(node)) checkPatterns(member)
}

function describe(error: unknown): string {
  const { message = 'it cannot be read', position } = Object(error)
  return position === undefined ? String(message) : `${String(message)} at character ${String(position)}`
}

/** JSONata throws plain objects that contain the stack of its own code. */
function fail(thrown: unknown): never {
  if (thrown instanceof ExpressionLimitExceeded) throw thrown
  const { ms, depth, items } = expressionLimits
  switch (Object(thrown).code) {
    case 'D1011':
      throw new ExpressionLimitExceeded(`The expression nests deeper than ${depth}`)
    case 'D1012':
      throw new ExpressionLimitExceeded(`The expression takes longer than ${ms} ms`)
    case 'D2014':
    case 'D2015':
      throw new ExpressionLimitExceeded(`The expression makes a list of more than ${items} items`)
    default:
      throw new ExpressionError(describe(thrown))
  }
}
