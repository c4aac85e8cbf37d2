import { type Requirement, requirements } from '@wfhost/openapi'
import * as z from 'zod'
import { createTrail } from '../core/journal/create-trail.ts'
import { explainExchange } from '../core/journal/explain-exchange.ts'
import type { RecordedExchange } from '../core/journal/journal.ts'
import { assignKeys, toCurl } from '../core/journal/journal-formats.ts'
import { getRedact, keyNames, toJournalEntry } from '../core/journal/show-exchange.ts'
import { explainMissingText, readText } from '../core/memory/kept-text.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { handleRequest } from '../core/requests/handle-request.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'
import { snapshotState } from '../core/world/state.ts'
import type { World } from '../core/world/world.ts'
import { faultSchema } from '../faults/fault.ts'
import { type Given, toJsonSchema, validate } from '../schema/check.ts'
import type { JournalEntry } from '../schema/journal.ts'
import { rateLimitSchema } from '../schema/values.ts'
import { describeLimits, describeMemory, describeRun, describeWorld, findKeyByName, findRuns, listRuns } from './inspect-world.ts'

/** A request of the inspector that is not an operation of the control API. */
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

const sentRequest = z.strictObject({
  method: z.string().regex(/^[A-Z]+$/, 'expected a method in upper case, such as POST'),
  path: z.string().startsWith('/', 'expected a path that begins with /'),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
})

const inspections = {
  /** Explains the response of an exchange. */
  explain: define(numbered, (world, { number }) => {
    const entry = findEntry(world, number)
    const { hint, reason, requirements: ofResponse } = explainExchange(entry)
    const cited = ofResponse.length > 0 ? ofResponse : entry.requirements
    return {
      hint,
      reason,
      trail: createTrail(entry, world.assumptions),
      requirements: cited.map(describeRequirement),
      assumptions: entry.assumptions.map(describeRequirement),
    }
  }),
  /** Returns a request and its response in full. The events of the journal contain summaries only. */
  exchange: define(numbered, (world, { number }) => findEntry(world, number)),
  /** Returns the numbers of the exchanges that contain a text, in upper or lower case. */
  findExchanges: define(z.strictObject({ text: z.string() }), (world, { text }) => findExchanges(world, text)),
  /** Writes a shell command that sends the request again, after lines that set its keys as variables. */
  curl: define(numbered.extend({ baseUrl: z.string() }), (world, { baseUrl, number }) => {
    const entry = findEntry(world, number)
    return [...assignKeys(entry, keyNames(world)), toCurl(entry, baseUrl)].join('\n')
  }),
  /** Sends a request again, and returns the number of the new request. */
  sendAgain: define(numbered, (world, { number }) => sendAgain(world, findExchange(world, number))),
  /** Sends a new request, and returns its number. A header may contain the name of a key, which is replaced by the key. */
  send: define(sentRequest, sendNew),
  runs: define(nothing, listRuns),
  /** Returns the IDs of the runs that contain a text, in upper or lower case. */
  findRuns: define(z.strictObject({ text: z.string() }), (world, { text }) => findRuns(world, text)),
  run: define(z.strictObject({ runId: z.string() }), (world, { runId }) => describeRun(world, runId)),
  overview: define(nothing, describeWorld),
  key: define(z.strictObject({ name: z.string() }), (world, { name }) => findKeyByName(world, name)),
  limits: define(nothing, describeLimits),
  memory: define(nothing, describeMemory),
  /** Counts what the tabs of the page name. */
  counts: define(nothing, ({ faults, journal, runs }) => ({
    requests: journal.exchanges().length,
    runs: runs.size(),
    faults: faults.states().length,
  })),
  /** Returns the schemas for the forms of the page. */
  schemas: define(nothing, () => ({ fault: toJsonSchema(faultSchema), rateLimit: toJsonSchema(rateLimitSchema) })),
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
 * Runs an inspection.
 *
 * @throws {MockStateError} for invalid input, and for a run or an exchange that the world has forgotten.
 */
export async function inspect(
  world: World,
  { input, name }: { readonly name: InspectionName; readonly input: unknown },
): Promise<unknown> {
  const inspection: Inspection<z.ZodType, unknown> = inspections[name]
  validate(inspection.input, input, `inspect ${name}`)
  return inspection.inspect(world, input)
}

function findExchange(world: World, number: number): RecordedExchange {
  const exchange = world.journal.find(number)
  if (exchange === undefined) throw new MockStateError(`Cannot look at request ${number}: the journal has forgotten it`)
  return exchange
}

function findExchanges(world: World, text: string): number[] {
  const lowerCaseText = text.toLowerCase()
  const matching = world.journal.exchanges().filter((exchange) => containsText(exchange, lowerCaseText))
  return matching.map(({ number }) => number)
}

function containsText({ path, requestBody = '', requestHeaders, response }: RecordedExchange, lowerCaseText: string): boolean {
  const requestText = readText(requestBody) ?? ''
  const responseText = readText(response?.body ?? '') ?? ''
  const texts = [path, ...Object.values(requestHeaders), requestText, responseText]
  return texts.some((text) => text.toLowerCase().includes(lowerCaseText))
}

function findEntry(world: World, number: number): JournalEntry {
  return toJournalEntry(findExchange(world, number), getRedact(world))
}

function describeRequirement(id: Requirement['id']): {
  readonly id: Requirement['id']
  readonly statement: string
  readonly choice: string | undefined
} {
  const { choice, statement = '' } = requirements.find((requirement) => requirement.id === id) ?? {}
  return { id, statement, choice }
}

/** Sends a recorded request again, and returns the number that the journal gives it. */
function sendAgain(world: World, exchange: RecordedExchange): number {
  checkRepeatable(exchange)
  return send(world, toPlainRequest(world, exchange))
}

/** Sends a request with keys in place of their names, and returns its number. */
function sendNew(world: World, { body, headers, method, path }: Given<typeof sentRequest>): number {
  const keysByName = new Map(Array.from(keyNames(world), ([key, name]) => [name, key]))
  const withKeys = Object.entries(headers).map(([name, value]) => {
    return [
      name.toLowerCase(),
      value.replace(/\[(?:old key|key|session) [^\]\n]+\]/g, (keyName) => keysByName.get(keyName) ?? keyName),
    ]
  })
  return send(world, toPlainRequest(world, { method, path, requestHeaders: Object.fromEntries(withKeys), requestBody: body }))
}

/** Sends a request to the world, and returns the number that the journal gives it. */
function send(world: World, request: PlainRequest): number {
  let number = 0
  const unsubscribe = world.journal.subscribe({
    onChange: (exchange) => {
      if (number === 0) number = exchange.number
    },
  })
  // The request arrives in the journal before handleRequest first waits.
  const response = handleRequest(world, request)
  unsubscribe()

  // A fault may break the connection, and a run may take long. The page shows both for the new request.
  response.catch(() => {})
  return number
}

function checkRepeatable({ forwarded, number, requestBody }: RecordedExchange): void {
  const missingBody = explainMissingText(requestBody)
  if (missingBody !== undefined) {
    throw new MockStateError(`Cannot send request ${number} again: its body is not there. ${missingBody}`)
  }
  if (forwarded !== undefined) {
    throw new MockStateError(`Cannot send request ${number} again: it was for ${forwarded}, and its key is not kept`)
  }
}

type SentExchange = Pick<RecordedExchange, 'method' | 'path' | 'requestBody' | 'requestHeaders'>

function toPlainRequest(world: World, { method, path, requestBody, requestHeaders }: SentExchange): PlainRequest {
  const [pathname = '', search = ''] = path.split(/(?=\?)/s)
  return {
    method,
    path: world.basePath + pathname,
    search,
    origin: world.ownUrl,
    body: requestBody === undefined ? undefined : readText(requestBody),
    isBodyInvalidUtf8: false,
    signal: new AbortController().signal,
    header: (name) => requestHeaders[name],
  }
}
