import jsonata from 'jsonata'
import type { Json } from '../core/json.ts'

const limitMs = 1000
const maxDepth = 500

/** An expression ran too long or too deep. */
class ExpressionLimitExceeded extends Error {
  override readonly name = 'ExpressionLimitExceeded'
}

/**
 * Reads a JSONata expression. It sees what it is given and nothing of the machine, and its time and depth are limited.
 *
 * @throws {Error} when it is none, with the position.
 */
export function readExpression(source: string): (input: object) => Promise<Json> {
  check(source)
  return async (input) => {
    // Made anew for each evaluation: the limits are counted in it.
    const expression = jsonata(source)
    limit(expression)
    // JSONata gives JSON, or nothing; its arrays carry marks of their own that a copy leaves behind.
    const result: unknown = await expression.evaluate(input)
    return result === undefined ? null : (JSON.parse(JSON.stringify(result)) as Json)
  }
}

function check(source: string): void {
  try {
    jsonata(source)
  } catch (cause) {
    const { message = 'it cannot be read', position = 0 } = Object(cause)
    throw new Error(`${String(message)} at character ${String(position)}`, { cause })
  }
}

// JSONata calls these two for every part that it evaluates.
function limit(expression: jsonata.Expression): void {
  const startedAt = Date.now()
  let depth = 0
  function exceeded(): void {
    if (depth > maxDepth) throw new ExpressionLimitExceeded(`The expression nests deeper than ${maxDepth}`)
    if (Date.now() - startedAt > limitMs) throw new ExpressionLimitExceeded(`The expression takes longer than ${limitMs} ms`)
  }
  expression.assign(Symbol.for('jsonata.__evaluate_entry') as unknown as string, () => {
    depth += 1
    exceeded()
  })
  expression.assign(Symbol.for('jsonata.__evaluate_exit') as unknown as string, () => {
    depth -= 1
    exceeded()
  })
}
