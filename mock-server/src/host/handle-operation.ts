import { deepestNesting, describeJsonError, isTooDeep } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'
import type { ServedWorld } from './control-handlers.ts'
import { json, message, respondNotAllowed } from './control-responses.ts'
import { waitUntil } from './wait-until.ts'

type OperationLookup =
  | { readonly kind: 'found'; readonly call: (input: unknown) => Promise<unknown> }
  | { readonly kind: 'unknown'; readonly reason: string }

interface NamedOperation {
  readonly name: string
  /** Loads the schemas on demand, and finds the operation with the name. */
  readonly find: () => Promise<OperationLookup>
}

/** Calls an operation with the JSON body of a request, and responds with its result. */
export async function handleOperation(request: PlainRequest, { find, name }: NamedOperation): Promise<PlainResponse> {
  const operation = await find()
  if (operation.kind === 'unknown') return message(404, operation.reason)
  if (request.method !== 'POST') return respondNotAllowed(request, ['POST'])
  if (request.isBodyInvalidUtf8) return message(400, `Cannot call ${name}: the body is not UTF-8, or it is compressed. Send JSON`)

  try {
    const input = readInput(name, request.body || '{}')
    const result = await operation.call(input)
    return json(200, result === undefined ? {} : { result })
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error))
  }
}

// The next two functions import their schemas on demand, because a server starts faster without them.

export async function findOperation(served: ServedWorld, name: string): Promise<OperationLookup> {
  const { callOperation, describeUnknownOperation, isControlOperation } = await import('./control-handlers.ts')
  if (!isControlOperation(name)) {
    return { kind: 'unknown', reason: `${describeUnknownOperation(name)}; see /__mock/openapi.json` }
  }
  const { removal } = served
  return {
    kind: 'found',
    call: (input) => {
      const result = callOperation(served, { name, input })
      return removal === undefined ? result : waitUntil(removal, result)
    },
  }
}

export async function findInspection(world: World, name: string): Promise<OperationLookup> {
  const { inspect, isInspection } = await import('./inspections.ts')
  if (!isInspection(name)) return { kind: 'unknown', reason: `There is no inspection "${name}"` }
  return { kind: 'found', call: (input) => inspect(world, { name, input }) }
}

function readInput(name: string, body: string): unknown {
  const input = parseInput(name, body)
  if (isTooDeep(input))
    throw new MockStateError(`Cannot call ${name}: expected at most ${deepestNesting} levels in its arguments, found more`)
  return input
}

function parseInput(name: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new MockStateError(`Cannot call ${name}: expected its arguments as JSON, found ${describeJsonError(error)}`)
  }
}
