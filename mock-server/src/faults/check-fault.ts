import { operationTable } from '@wfhost/openapi'
import { MockStateError } from '../core/mock-state-error.ts'
import { didYouMean } from '../core/nearest-name.ts'
import { type Fault, faultKinds } from './fault.ts'
import { isAmount, isLatency } from './latency.ts'

const selection: readonly string[] = ['operation', 'flowId', 'key', 'nth', 'probability', 'count']

/** The members of each kind of fault, besides those that select requests. */
const members: Readonly<Record<string, readonly string[]>> = {
  status: ['status', 'body', 'retryAfterSeconds'],
  latency: ['latency'],
  'dribbled-body': ['pieces', 'everyMs'],
}

/**
 * Refuses a fault that would do nothing, or something else than it says.
 *
 * @throws {MockStateError} with what was expected.
 */
export function checkFault(fault: Fault): void {
  const { count, flowId, key, kind, nth, operation, probability } = fault
  const wrong = (what: string): never => {
    throw new MockStateError(`Cannot add fault ${kind}: ${what}`)
  }
  if (!faultKinds.includes(kind)) wrong(`expected one of ${faultKinds.join(', ')}${didYouMean(kind, faultKinds)}`)
  const known = ['kind', ...(members[kind] ?? []), ...selection]
  const stranger = Object.keys(fault).find((name) => !known.includes(name))
  if (stranger !== undefined)
    wrong(`it has no "${stranger}"${didYouMean(stranger, known) || `; it has ${known.slice(1).join(', ')}`}`)
  if (operation !== undefined && !Object.hasOwn(operationTable, operation)) {
    const operations = Object.keys(operationTable)
    wrong(
      `expected operation to be one of ${operations.join(', ')}, found ${JSON.stringify(operation)}${didYouMean(operation, operations)}`,
    )
  }
  for (const [name, value] of Object.entries({ flowId, key })) {
    if (value !== undefined && typeof value !== 'string') wrong(`expected ${name} to be a string, found ${typeof value}`)
  }
  if (nth !== undefined && !isCount(nth)) wrong(`expected nth to be a whole number from 1, found ${nth}`)
  if (count !== undefined && !isCount(count)) wrong(`expected count to be a whole number from 1, found ${count}`)
  if (probability !== undefined && !(isAmount(probability) && probability <= 1))
    wrong(`expected a probability from 0 to 1, found ${probability}`)
  if (nth !== undefined && count !== undefined) wrong('nth selects a single request; leave out count or nth')
  if (nth !== undefined && probability !== undefined) wrong('nth selects a request for certain; leave out probability or nth')
  const meetsRuns = operation === undefined || operation === 'runPublishedWorkflow'
  const remedy = `leave out operation, or use runPublishedWorkflow instead of ${operation}`
  if (flowId !== undefined && !meetsRuns) wrong(`flowId selects runs; ${remedy}`)
  if (kind === 'stale-key' && !meetsRuns) wrong(`only runs use workflow keys; ${remedy}`)
  if (kind === 'status') checkStatus(fault, wrong)
  if (kind === 'dribbled-body') checkPieces(fault, wrong)
  if (kind === 'latency' && !isLatency(fault.latency))
    wrong(
      'expected a latency of {distribution: fixed, ms}, {distribution: uniform, minMs, maxMs} or {distribution: lognormal, medianMs, sigma}',
    )
}

function checkStatus(
  { retryAfterSeconds, status }: Extract<Fault, { readonly kind: 'status' }>,
  wrong: (what: string) => never,
): void {
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) wrong(`expected a status from 200 to 599, found ${status}`)
  if (retryAfterSeconds !== undefined && !(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 0))
    wrong(`expected retryAfterSeconds to be a whole number from 0, found ${retryAfterSeconds}`)
}

function checkPieces(
  { everyMs = 0, pieces = 1 }: Extract<Fault, { readonly kind: 'dribbled-body' }>,
  wrong: (what: string) => never,
): void {
  if (!isCount(pieces)) wrong(`expected pieces to be a whole number from 1, found ${pieces}`)
  if (!isAmount(everyMs)) wrong(`expected everyMs to be a number from 0, found ${everyMs}`)
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0
}
