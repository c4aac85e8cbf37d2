import { type Requirement, requirements } from '@wfhost/openapi'
import * as z from 'zod'
import { explainExchange } from '../core/journal/explain-exchange.ts'
import type { RecordedExchange } from '../core/journal/journal.ts'
import { assignKeys, toCurl } from '../core/journal/journal-formats.ts'
import { getRedaction, keyNames, toJournalEntry } from '../core/journal/show-exchange.ts'
import { explainMissingText, readText } from '../core/memory/kept-text.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { handleRequest } from '../core/requests/handle-request.ts'
import { snapshotState } from '../core/world/state.ts'
import type { World } from '../core/world/world.ts'
import { faultSchema } from '../faults/fault.ts'
import { check, type Given, toJsonSchema } from '../schema/check.ts'
import type { JournalEntry } from '../schema/journal.ts'
import { rateLimit } from '../schema/values.ts'
import { keyNamed, limits, listRuns, lookAtRun, memory, overview } from './inspect-world.ts'

/** What the inspector asks for beyond the operations of the control surface. */
interface Inspection<Input extends z.ZodType, Output> {
  readonly input: Input
  readonly inspect: (world: World, input: Given<Input>) => Output | Promise<Output>
}

function define<Input extends z.ZodType, Output>(
  input: Input,
  inspect: (world: World, input: Given<Input>) => Output | Promise<Output>,
): Inspection<Input, Output> {
  return { input, inspect }
}

const nothing = z.strictObject({})
const numbered = z.strictObject({ number: z.int() })

const inspections = {
  /** Why an exchange was answered as it was. */
  explain: define(numbered, (world, { number }) => {
    const entry = shown(world, number)
    const { hint, reason, requirements: own } = explainExchange(entry)
    const cited = own.length > 0 ? own : entry.requirements
    return { hint, reason, requirements: cited.map(stated), assumptions: entry.assumptions.map(stated) }
  }),
  /** A request and its response in full; the events of the journal carry summaries. */
  exchange: define(numbered, (world, { number }) => shown(world, number)),
  /** The numbers of the exchanges that contain a text, in upper or lower case. */
  findExchanges: define(z.strictObject({ text: z.string() }), (world, { text }) => findExchanges(world, text)),
  /** A command that sends the request again, with its keys as variables that are set before it. */
  curl: define(numbered.extend({ baseUrl: z.string() }), (world, { baseUrl, number }) => {
    const entry = shown(world, number)
    return [...assignKeys(entry, keyNames(world)), toCurl(entry, baseUrl)].join('\n')
  }),
  /** Sends a request again, as it came, and returns the number of the new one. */
  sendAgain: define(numbered, (world, { number }) => sendAgain(world, recorded(world, number))),
  runs: define(nothing, listRuns),
  run: define(z.strictObject({ runId: z.string() }), (world, { runId }) => lookAtRun(world, runId)),
  overview: define(nothing, overview),
  key: define(z.strictObject({ name: z.string() }), (world, { name }) => keyNamed(world, name)),
  limits: define(nothing, limits),
  memory: define(nothing, memory),
  /** The schemas of what the forms of the page ask for. */
  schemas: define(nothing, () => ({ fault: toJsonSchema(faultSchema), rateLimit: toJsonSchema(rateLimit) })),
  checkWorld: define(z.strictObject({ text: z.string() }), async (_world, { text }) => {
    const { readWorldFileWithFaker, WorldFileError } = await import('../world-file/read-world-file.ts')
    try {
      await readWorldFileWithFaker(text)
      return []
    } catch (error) {
      if (error instanceof WorldFileError) return error.problems
      throw error
    }
  }),
  state: define(nothing, snapshotState),
} as const

type Inspections = typeof inspections

export type InspectionName = keyof Inspections

export type InspectionInput<Name extends InspectionName> = Given<Inspections[Name]['input']>

export type InspectionOutput<Name extends InspectionName> = Awaited<ReturnType<Inspections[Name]['inspect']>>

export function isInspection(name: string): name is InspectionName {
  return Object.hasOwn(inspections, name)
}

/**
 * Answers what the inspector asks for.
 *
 * @throws {MockStateError} for wrong input, and for what is not remembered.
 */
export async function inspect(
  world: World,
  { input, name }: { readonly name: InspectionName; readonly input: unknown },
): Promise<unknown> {
  const inspection: Inspection<z.ZodType, unknown> = inspections[name]
  check(inspection.input, input, `inspect ${name}`)
  return inspection.inspect(world, input)
}

function recorded(world: World, number: number): RecordedExchange {
  const found = world.journal.find(number)
  if (found === undefined) throw new MockStateError(`Cannot look at request ${number}: the journal has forgotten it`)
  return found
}

function findExchanges(world: World, text: string): number[] {
  const wanted = text.toLowerCase()
  return world.journal.exchanges().flatMap((exchange) => {
    const { number, path, requestBody = '', requestHeaders, response } = exchange
    const bodies = [requestBody, response?.body ?? ''].map((body) => readText(body) ?? '')
    const texts = [path, ...Object.values(requestHeaders), ...bodies]
    return texts.some((one) => one.toLowerCase().includes(wanted)) ? [number] : []
  })
}

function shown(world: World, number: number): JournalEntry {
  return toJournalEntry(recorded(world, number), getRedaction(world))
}

function stated(id: Requirement['id']): {
  readonly id: Requirement['id']
  readonly statement: string
  readonly choice: string | undefined
} {
  const { choice, statement = '' } = requirements.find((requirement) => requirement.id === id) ?? {}
  return { id, statement, choice }
}

async function sendAgain(world: World, exchange: RecordedExchange): Promise<number> {
  const { forwarded, method, path, requestHeaders } = exchange
  const notKept = explainMissingText(exchange.requestBody)
  if (notKept !== undefined)
    throw new MockStateError(`Cannot send request ${exchange.number} again: its body is not there. ${notKept}`)
  if (forwarded !== undefined)
    throw new MockStateError(`Cannot send request ${exchange.number} again: it was for ${forwarded}, and its key is not kept`)
  const [pathname = '', search] = path.split(/(?=\?)/s)
  let number = 0
  const unsubscribe = world.journal.subscribe((exchange) => {
    number ||= exchange?.number ?? 0
  })
  const answered = handleRequest(world, {
    method,
    path: world.basePath + pathname,
    search: search ?? '',
    origin: world.ownUrl,
    body: exchange.requestBody === undefined ? undefined : readText(exchange.requestBody),
    hasUnreadableBody: false,
    signal: new AbortController().signal,
    header: (name) => requestHeaders[name],
  })
  unsubscribe()
  // A fault may break the connection, and a run may take long: that is seen where the new request is shown.
  answered.catch(() => {})
  return number
}
