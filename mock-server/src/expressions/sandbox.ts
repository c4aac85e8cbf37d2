import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { checkNames } from './add-time-checks.ts'
import { prelude } from './prelude.ts'

const megabyte = 1024 * 1024
const pageBytes = 65_536

export const sandboxLimits = {
  /** The time for an expression, by the clock of the machine. */
  ms: 100,
  /** The time for reading its input, which takes long on a busy machine only: the input is bounded. */
  readMs: 1_000,
  /** The bytes of the whole engine, with everything that an expression holds. */
  memoryBytes: 64 * megabyte,
  /** The bytes of an engine that starts. */
  startBytes: 16 * megabyte,
  /** The bytes of its stack: calls that nest too deeply end as an error of the expression. */
  stackBytes: 256 * 1024,
  /** The characters of the input as JSON, and those of the result. */
  jsonCharacters: 2_000_000,
} as const

export interface Evaluation {
  readonly source: string
  /** The names that the expression sees, as a JSON object. */
  readonly input: string
  /** The present for `Date`, in milliseconds since the epoch. */
  readonly now: number
  /** Where `Math.random` starts. */
  readonly seed: number
}

export interface ExpressionFailure {
  readonly name: string
  readonly value: string
}

/** How an evaluation ended. After `stopped` the engine cannot be used again. */
export type Evaluated =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'failed'; readonly failure: ExpressionFailure }
  | { readonly kind: 'stopped'; readonly failure: ExpressionFailure; readonly isOutOfMemory: boolean }

/** An engine for JavaScript: an expression sees its input and the language, and nothing of the machine. */
export interface Sandbox {
  /** Reads the input of the next expression, a JSON object. Returns why it could not be read. */
  readonly read: (json: string) => Evaluated | undefined
  /** Evaluates an expression on the input that was read last, for so many milliseconds at most. */
  readonly evaluate: (evaluation: Evaluation, ms: number) => Evaluated
  /** The bytes that the engine has taken. They are given back only with the engine. */
  readonly memoryBytes: () => number
}

/** Starts an engine whose memory cannot exceed its limit, and whose loops check the time. */
export async function createSandbox(module: WebAssembly.Module): Promise<Sandbox> {
  const { context, exports, memory } = await startEngine(module)
  return new QuickJsSandbox(context, { exports, memory })
}

interface StartedEngine {
  readonly context: QuickJSContext
  readonly memory: WebAssembly.Memory
  /** The exports of the module, among them the globals of the time checks. */
  readonly exports: WebAssembly.Exports
}

/**
 * Starts the JavaScript engine QuickJS in a memory of its own, which cannot grow beyond its limit. The WebAssembly module is
 * compiled once for all engines. `addTimeChecks` has added time checks to the loops of the module. The counters of these checks
 * are among the returned exports.
 */
async function startEngine(module: WebAssembly.Module): Promise<StartedEngine> {
  const memory = new WebAssembly.Memory({
    initial: sandboxLimits.startBytes / pageBytes,
    maximum: sandboxLimits.memoryBytes / pageBytes,
  })

  const { engine, exports } = await loadEngine(module, memory)
  const runtime = engine.newRuntime({
    memoryLimitBytes: sandboxLimits.memoryBytes,
    maxStackSizeBytes: sandboxLimits.stackBytes,
  })
  return { context: runtime.newContext(), memory, exports }
}

interface LoadedEngine {
  readonly engine: QuickJSWASMModule
  readonly exports: WebAssembly.Exports
}

/** Loads the build of QuickJS with a compiled module. Emscripten, which made the build, would compile the module again. */
async function loadEngine(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<LoadedEngine> {
  let exports: WebAssembly.Exports = {}
  // Emscripten calls this function instead of its own.
  function instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
    const instance = new WebAssembly.Instance(module, imports)
    exports = instance.exports
    receive(instance)
    return exports
  }

  // A variant is a build of QuickJS, with its settings.
  const variant = newVariant(await loadVariant(), { wasmMemory: memory, emscriptenModule: { instantiateWasm } })
  const engine = await newQuickJSWASMModuleFromVariant(variant)
  // `instantiateWasm` was called, so `exports` is set.
  return { engine, exports }
}

class QuickJsSandbox implements Sandbox {
  readonly #context: QuickJSContext
  readonly #memory: WebAssembly.Memory
  readonly #exports: WebAssembly.Exports
  readonly #parse: QuickJSHandle
  readonly #evaluate: QuickJSHandle
  #input: QuickJSHandle
  #deadline = 0

  constructor(context: QuickJSContext, { exports, memory }: Omit<StartedEngine, 'context'>) {
    this.#context = context
    this.#memory = memory
    this.#exports = exports

    const program = context.unwrapResult(context.evalCode(prelude))
    this.#parse = context.getProp(program, 'parse')
    this.#evaluate = context.getProp(program, 'evaluate')
    this.#input = context.undefined
  }

  read(json: string): Evaluated | undefined {
    try {
      this.#setDeadline(sandboxLimits.readMs)
      const outcome = readInput(this.#context, this.#parse, json)
      if (outcome.kind === 'failed') return outcome.failure
      this.#input = outcome.input
      return undefined
    } catch (error) {
      return this.#describeTrap(error)
    }
  }

  evaluate(evaluation: Evaluation, ms: number): Evaluated {
    try {
      this.#setDeadline(ms)
      const input = this.#input
      this.#input = this.#context.undefined
      return evaluateWithInput(this.#context, this.#evaluate, { ...evaluation, input })
    } catch (error) {
      return this.#describeTrap(error)
    }
  }

  memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  #setDeadline(ms: number): void {
    this.#deadline = Date.now() + ms
    setCheck(this.#exports, 'roundsLeft', 0)
    setCheck(this.#exports, 'checks', 0)
    setCheck(this.#exports, 'deadline', this.#deadline)
  }

  /** Describes why the engine stopped: it trapped, or the host has no more stack. Its memory may be inconsistent then. */
  #describeTrap(error: unknown): Evaluated {
    if (Date.now() >= this.#deadline) return stopped(`The expression takes longer than ${sandboxLimits.ms} ms`)
    return stopped(`The expression was stopped: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Loads the engine. Node and bundlers differ in the default export of a CommonJS package, so both forms are accepted. */
async function loadVariant(): Promise<QuickJSSyncVariant> {
  const { default: exported } = await import('@jitl/quickjs-wasmfile-release-sync')
  const inner: unknown = Reflect.get(exported, 'default')
  const variant = [exported, inner].find(isVariant)
  if (variant === undefined) throw new Error('Cannot evaluate an expression: the package of the engine has no variant')
  return variant
}

function isVariant(value: unknown): value is QuickJSSyncVariant {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'sync'
}

function setCheck(exported: WebAssembly.Exports, name: keyof typeof checkNames, value: number): void {
  const global = exported[checkNames[name]]
  if (!(global instanceof WebAssembly.Global)) throw new Error(`Cannot evaluate an expression: the engine has no ${name}`)
  global.value = value
}

type InputOutcome =
  | { readonly kind: 'read'; readonly input: QuickJSHandle }
  | { readonly kind: 'failed'; readonly failure: Evaluated }

/** Reads the input of an expression, which is JSON of a bounded size. */
function readInput(context: QuickJSContext, parse: QuickJSHandle, json: string): InputOutcome {
  const text = context.newString(json)
  const result = context.callFunction(parse, context.undefined, text)
  text.dispose()
  if (result.error !== undefined) return { kind: 'failed', failure: takeEngineError(context, result.error) }
  return { kind: 'read', input: result.value }
}

/** Converts an error of the engine itself, such as one that has no more memory, and disposes of its handle. */
function takeEngineError(context: QuickJSContext, error: QuickJSHandle): Evaluated {
  const message = context.dump(error)?.message
  error.dispose()
  return toFailed({ name: 'InternalError', value: String(message) })
}

interface EvaluationWithInput extends Omit<Evaluation, 'input'> {
  /** Belongs to the evaluation, which disposes of it. */
  readonly input: QuickJSHandle
}

/**
 * Evaluates an expression of a world file in the engine QuickJS, and returns its result or its error.
 *
 * A handle refers to a value in the engine, and must be disposed of. This function disposes of `input` and of the handles that it
 * creates. If the engine crashes (WebAssembly calls this a trap), the function throws, and the caller discards the whole engine.
 *
 * @param evaluate - The function in the engine that evaluates the source of an expression. `prelude.ts` defines it.
 */
function evaluateWithInput(context: QuickJSContext, evaluate: QuickJSHandle, evaluation: EvaluationWithInput): Evaluated {
  const argumentHandles = createArguments(context, evaluation)
  const result = context.callFunction(evaluate, context.undefined, ...argumentHandles)
  // `input` is one of them.
  for (const handle of argumentHandles) handle.dispose()

  // `evaluate` catches an error that the expression throws, and returns it in its value. An error here comes from the engine.
  if (result.error !== undefined) return takeEngineError(context, result.error)

  const outcome = context.getString(result.value)
  result.value.dispose()
  return readOutcome(outcome)
}

/** Creates the arguments of the function `evaluate` of `prelude.ts`, in the order of its parameters. */
function createArguments(context: QuickJSContext, { input, now, seed, source }: EvaluationWithInput): QuickJSHandle[] {
  return [
    context.newString(source),
    input,
    // The time and the seed of `Math.random` in the expression, so that tests can control both.
    context.newNumber(now),
    context.newNumber(seed),
    // The maximum length of the result. The engine checks it, because a longer text must not leave the engine.
    context.newNumber(sandboxLimits.jsonCharacters),
  ]
}

/** Reads the text that the prelude returns. Its first character is the kind of the outcome. */
function readOutcome(text: string): Evaluated {
  const content = text.slice(1)
  switch (text.charAt(0)) {
    case '=':
      return { kind: 'result', json: content }
    case '#':
      return failed(`The result of the expression has ${content} characters as JSON, more than ${sandboxLimits.jsonCharacters}`)
    default:
      return toFailed(JSON.parse(content))
  }
}

/** An engine without memory cannot be used again, so its error is not one of the expression alone. */
function toFailed(failure: ExpressionFailure): Evaluated {
  const isOutOfMemory = failure.name === 'InternalError' && failure.value === 'out of memory'
  if (!isOutOfMemory) return { kind: 'failed', failure }

  const value = `The expression holds more than ${sandboxLimits.memoryBytes / megabyte} MB`
  return { kind: 'stopped', failure: { name: 'ExpressionLimitExceeded', value }, isOutOfMemory: true }
}

function stopped(value: string): Evaluated {
  return { kind: 'stopped', failure: { name: 'ExpressionLimitExceeded', value }, isOutOfMemory: false }
}

export function failed(value: string): Evaluated {
  return { kind: 'failed', failure: { name: 'ExpressionLimitExceeded', value } }
}
