import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten-core'

export const sandboxLimits = {
  /** The time, by the clock of the machine. */
  ms: 1000,
  /** The bytes of everything that it holds at once. */
  memoryBytes: 64 * 1024 * 1024,
  /** The bytes of its stack: calls that nest too deeply end as an error of its own. */
  stackBytes: 256 * 1024,
} as const

export interface Evaluation {
  readonly source: string
  /** The names that it sees, as a JSON object. */
  readonly input: string
  /** What `Date` takes for the present: milliseconds since the epoch. */
  readonly now: number
  /** What `Math.random` starts from. */
  readonly seed: number
}

/** The JSON of the result, or why there is none; `limit` if the expression was stopped. */
export type Evaluated =
  | { readonly json: string }
  | { readonly error: { readonly name: string; readonly value: string }; readonly limit?: true }

/** An engine of its own for JavaScript: an expression sees its input and the language, and nothing of the machine. */
export interface Sandbox {
  readonly evaluate: (evaluation: Evaluation) => Evaluated
}

/** Starts an engine. It takes about 11 ms, and is used for one expression after another. */
export async function createSandbox(): Promise<Sandbox> {
  const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))
  const runtime = engine.newRuntime({ memoryLimitBytes: sandboxLimits.memoryBytes, maxStackSizeBytes: sandboxLimits.stackBytes })
  const context = runtime.newContext()
  const run = context.unwrapResult(context.evalCode(prelude))
  return {
    evaluate: (evaluation) => {
      runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + sandboxLimits.ms))
      try {
        return evaluate(context, run, evaluation)
      } catch (error) {
        // A fault of the engine itself: whoever asked throws it away.
        return stopped(error instanceof Error ? error.message : String(error))
      }
    },
  }
}

function evaluate(context: QuickJSContext, run: QuickJSHandle, { input, now, seed, source }: Evaluation): Evaluated {
  const given = [context.newString(source), context.newString(input), context.newNumber(now), context.newNumber(seed)]
  const result = context.callFunction(run, context.undefined, ...given)
  for (const handle of given) handle.dispose()
  if (result.error !== undefined) {
    const message = context.dump(result.error)?.message
    result.error.dispose()
    return stopped(message === 'interrupted' ? `The expression takes longer than ${sandboxLimits.ms} ms` : String(message))
  }
  const text = context.getString(result.value)
  result.value.dispose()
  if (text.startsWith('=')) return { json: text.slice(1) }
  const error = JSON.parse(text)
  if (error.name === 'InternalError' && error.value === 'out of memory') {
    return stopped(`The expression holds more than ${sandboxLimits.memoryBytes / 1024 / 1024} MB`)
  }
  return { error }
}

function stopped(value: string): Evaluated {
  return { error: { name: 'ExpressionLimitExceeded', value }, limit: true }
}

/**
 * Runs in the engine, once: the clock and the chance are those of the service, and nothing that one expression changes is
 * seen by the next, as everything that they share is frozen.
 */
const prelude = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const compileText = eval
  let now = 0
  let seed = 0
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const MachineDate = Date
  MachineDate.now = () => now
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now).toString(),
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now] : given, self),
  })
  MachineDate.prototype.constructor = globalThis.Date
  globalThis.fail = (name, value) => {
    const failure = new Error(String(value ?? name))
    Object.defineProperty(failure, 'name', { value: value === undefined ? 'Error' : String(name) })
    throw failure
  }
  delete globalThis.eval
  const functions = [function () {}, async function () {}, function* () {}, async function* () {}]
  for (const { constructor } of functions.map(Object.getPrototypeOf)) {
    Object.defineProperty(constructor.prototype, 'constructor', { value: undefined })
  }
  delete globalThis.Function
  const seen = new Set()
  const freeze = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    Object.freeze(value)
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
      freeze(descriptor.value)
      freeze(descriptor.get)
      freeze(descriptor.set)
    }
    freeze(Object.getPrototypeOf(value))
  }
  for (const one of [...functions, (function* () {})(), [][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().entries(), ''.matchAll(/a/g)]) freeze(one)
  freeze(globalThis)
  const compiled = new Map()
  const compile = (source) => {
    if (compiled.size > 500) compiled.clear()
    const made = compileText('"use strict"; (({ args, variables, steps, now, nth }) => (' + source + '\\n))')
    compiled.set(source, made)
    return made
  }
  return (source, input, time, chance) => {
    now = time
    seed = chance
    try {
      const made = compiled.get(source) ?? compile(source)
      return '=' + (stringify(made(parse(input))) ?? 'null')
    } catch (error) {
      const isError = error instanceof Error
      return stringify({ name: isError ? String(error.name) : 'Error', value: isError ? String(error.message) : String(error) })
    }
  }
})()`
