import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
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

/** Starts an engine whose memory cannot grow beyond its limit, and whose loops check the time. */
export async function createSandbox(compiled: WebAssembly.Module): Promise<Sandbox> {
  const memory = new WebAssembly.Memory({
    initial: sandboxLimits.startBytes / pageBytes,
    maximum: sandboxLimits.memoryBytes / pageBytes,
  })
  let exported: WebAssembly.Exports = {}
  const emscriptenModule = {
    instantiateWasm: (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports)
      exported = instance.exports
      receive(instance)
      return exported
    },
  }
  const variant = await loadVariant()
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory, emscriptenModule }))
  const limits = { memoryLimitBytes: sandboxLimits.memoryBytes, maxStackSizeBytes: sandboxLimits.stackBytes }
  const context = engine.newRuntime(limits).newContext()
  const program = context.unwrapResult(context.evalCode(prelude))
  const functions = { parse: context.getProp(program, 'parse'), evaluate: context.getProp(program, 'evaluate') }

  let deadline = 0
  const allow = (ms: number) => {
    deadline = Date.now() + ms
    setCheck(exported, 'roundsLeft', 0)
    setCheck(exported, 'checks', 0)
    setCheck(exported, 'deadline', deadline)
  }

  // The engine trapped, or the host has no more stack: the memory of the engine may be inconsistent.
  const whyTrapped = (error: unknown): Evaluated => {
    if (Date.now() >= deadline) return stopped(`The expression takes longer than ${sandboxLimits.ms} ms`)
    return stopped(`The expression was stopped: ${error instanceof Error ? error.message : String(error)}`)
  }

  let input = context.undefined
  return {
    read: (json) => {
      try {
        allow(sandboxLimits.readMs)
        const read = readInput(context, functions.parse, json)
        if ('failure' in read) return read.failure
        input = read.handle
        return undefined
      } catch (error) {
        return whyTrapped(error)
      }
    },
    evaluate: (evaluation, ms) => {
      try {
        allow(ms)
        return evaluate(context, functions.evaluate, { ...evaluation, input })
      } catch (error) {
        return whyTrapped(error)
      }
    },
    memoryBytes: () => memory.buffer.byteLength,
  }
}

/** Node and bundlers do not agree on what the default export of such a package is. */
async function loadVariant(): Promise<QuickJSSyncVariant> {
  const { default: exported } = await import('@jitl/quickjs-wasmfile-release-sync')
  const inner: unknown = Reflect.get(exported, 'default')
  const found = [exported, inner].find(isVariant)
  if (found === undefined) throw new Error('Cannot evaluate an expression: the package of the engine has no variant')
  return found
}

function isVariant(value: unknown): value is QuickJSSyncVariant {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'sync'
}

function setCheck(exported: WebAssembly.Exports, name: keyof typeof checkNames, value: number): void {
  const found = exported[checkNames[name]]
  if (!(found instanceof WebAssembly.Global)) throw new Error(`Cannot evaluate an expression: the engine has no ${name}`)
  found.value = value
}

type ReadInput = { readonly handle: QuickJSHandle } | { readonly failure: Evaluated }

/** Reads the input of an expression, which is JSON of a bounded size. */
function readInput(context: QuickJSContext, parse: QuickJSHandle, json: string): ReadInput {
  const text = context.newString(json)
  const result = context.callFunction(parse, context.undefined, text)
  text.dispose()
  return result.error === undefined ? { handle: result.value } : { failure: describeFailure(context, result.error) }
}

/** The failure of the engine itself, such as one that has no more memory. */
function describeFailure(context: QuickJSContext, error: QuickJSHandle): Evaluated {
  const message = context.dump(error)?.message
  error.dispose()
  return whyFailed({ name: 'InternalError', value: String(message) })
}

interface ReadEvaluation extends Omit<Evaluation, 'input'> {
  readonly input: QuickJSHandle
}

function evaluate(context: QuickJSContext, run: QuickJSHandle, { input, now, seed, source }: ReadEvaluation): Evaluated {
  const longest = sandboxLimits.jsonCharacters
  const given = [context.newString(source), input, context.newNumber(now), context.newNumber(seed), context.newNumber(longest)]
  const result = context.callFunction(run, context.undefined, ...given)
  for (const handle of given) handle.dispose()
  if (result.error !== undefined) return describeFailure(context, result.error)
  const text = context.getString(result.value)
  result.value.dispose()
  const content = text.slice(1)
  if (text.startsWith('=')) return { kind: 'result', json: content }
  if (text.startsWith('#')) return failed(`The result of the expression has ${content} characters as JSON, more than ${longest}`)
  return whyFailed(JSON.parse(content))
}

function whyFailed(failure: ExpressionFailure): Evaluated {
  if (failure.name !== 'InternalError' || failure.value !== 'out of memory') return { kind: 'failed', failure }
  const value = `The expression holds more than ${sandboxLimits.memoryBytes / megabyte} MB`
  return { kind: 'stopped', failure: { name: 'ExpressionLimitExceeded', value }, isOutOfMemory: true }
}

function stopped(value: string): Evaluated {
  return { kind: 'stopped', failure: { name: 'ExpressionLimitExceeded', value }, isOutOfMemory: false }
}

export function failed(value: string): Evaluated {
  return { kind: 'failed', failure: { name: 'ExpressionLimitExceeded', value } }
}
