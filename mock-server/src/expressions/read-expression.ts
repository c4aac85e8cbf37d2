import type { Json } from '../core/json.ts'
import { callsNothing, parseExpression } from './parse-expression.ts'
import { createLocalPool, createThreadPool, type SandboxPool } from './sandbox-pool.ts'

/** The time and the randomness for expressions: those of the service. */
export interface ClockAndRandom {
  /** In milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 up to, and without, 1. */
  readonly random: () => number
}

/**
 * Reads an expression of JavaScript. It sees its input and the language, and nothing of the machine; its time and its
 * memory are limited from outside. A result that is no JSON becomes what `JSON.stringify` makes of it, and nothing null.
 *
 * @throws {ExpressionSyntaxError} for what is not one expression.
 */
export function readExpression(source: string): (input: object, around: ClockAndRandom) => Promise<Json> {
  const parsed = parseExpression(source)
  const isBrief = source.length <= brief.source && callsNothing(parsed)
  const usesRandom = source.includes('random')
  return async (input, { now, random }) => {
    // Who does not ask for chance draws none from the service, whose other draws stay the same.
    const seed = usesRandom ? Math.floor(random() * 2 ** 32) : 0
    const text = JSON.stringify(input)
    const pool = isBrief && text.length <= brief.input ? here : away
    const evaluated = await pool.evaluate({ source, input: text, now: now(), seed })
    if ('json' in evaluated) return JSON.parse(evaluated.json)
    const { name, value } = evaluated.error
    // Its stack would be that of this file.
    throw Object.assign(new Error(value), { name, stack: `${name}: ${value}\n    at expression ${source}` })
  }
}

/** Up to so many characters, what calls nothing is evaluated here: within 7 ms at worst, while to wake a thread takes longer than
 * most expressions. */
const brief = { source: 200, input: 500 } as const

// For the process, as a thread costs 40 ms and some megabytes. They keep nothing of any world: an expression can change
// nothing that another one sees.
const here = createLocalPool()
const away: SandboxPool = createPool()

function createPool(): SandboxPool {
  // Not imported: a bundler for pages would look for it.
  const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads')
  // A user's bundle that is CommonJS has no address, and no thread beside it.
  const address: string | undefined = import.meta.url
  if (threads === undefined || address === undefined) return here
  const file = address.endsWith('.ts') ? './worker.ts' : './expression-worker.js'
  // What Node was started with, such as --input-type, may keep a thread from starting.
  return createThreadPool((workerData) => new threads.Worker(new URL(file, address), { workerData, execArgv: [] }))
}
