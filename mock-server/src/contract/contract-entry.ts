import type { ContractFacts } from '../core/journal/journal.ts'
import { toHarEntry } from '../core/journal/journal-formats.ts'
import { readJson } from '../core/json.ts'
import type { JournalEntry } from '../schema/journal.ts'
import { listRequiredFields, type RequiredField } from './required-fields.ts'

/** The address of the recorded requests. A contract belongs to no server, and `verify` uses only the paths. */
const recordedOrigin = 'http://127.0.0.1:4010'

/** The headers that differ from call to call, and that no server interprets as part of the request. */
const volatileHeaders: ReadonlySet<string> = new Set(['idempotency-key', 'traceparent', 'x-request-id'])

/** An exchange of a contract: an entry of an HTTP Archive, and the key that distinguishes it from other exchanges. */
export interface ContractEntry {
  readonly key: string
  readonly entry: object
}

/** The facts about an exchange in the contract, in addition to its request and its response. */
interface ContractNote {
  readonly operation: string | undefined
  /** Whether the world had the workflow or the organization of the path. */
  readonly known: boolean
  /** Why a real server cannot repeat the exchange. Empty if it can. */
  readonly notVerifiable: readonly string[]
  /** The fields that the schema of the workflow requires. Missing if the workflow has no schema. */
  readonly resultFields: readonly RequiredField[] | undefined
}

/** Creates the entry of a contract from an exchange, whose keys and sessions the journal has replaced by their names. */
export async function toContractEntry(exchange: JournalEntry, facts: ContractFacts): Promise<ContractEntry> {
  const request = { ...exchange.request, headers: removeVolatileHeaders(exchange.request.headers) }
  const note: ContractNote = {
    operation: exchange.operation,
    known: facts.isKnown,
    notVerifiable: [...facts.obstacles, ...listMissingBodies(exchange)],
    resultFields: await readResultFields(exchange, facts),
  }

  const entry = { ...toHarEntry({ ...exchange, request }, recordedOrigin), _wfhost: note }
  return { key: createKey({ ...exchange, request }, note), entry }
}

function removeVolatileHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !volatileHeaders.has(name)))
}

function listMissingBodies({ request, response }: JournalEntry): string[] {
  return [request.notKept, response?.notKept].filter((reason) => reason !== undefined)
}

async function readResultFields(
  { response }: JournalEntry,
  { resultSchema }: ContractFacts,
): Promise<readonly RequiredField[] | undefined> {
  if (resultSchema === undefined || response?.body === undefined) return undefined

  const run = Object(readJson(response.body))
  return run.status === 'success' ? listRequiredFields(resultSchema, run.result) : undefined
}

/** Creates a key that is equal for exchanges that differ only in values, such as run IDs and messages. */
function createKey({ request, response }: JournalEntry, { notVerifiable }: ContractNote): string {
  const { body, headers, method, path } = request
  const responseShape = response === undefined ? undefined : [response.status, shapeOf(readJson(response.body ?? ''))]
  return JSON.stringify([path, method, Object.entries(headers).sort(), body, responseShape, notVerifiable])
}

/** The members whose values decide how a client reads a response. */
const decisiveMembers: ReadonlySet<string> = new Set(['name', 'status'])

/** Replaces each value of a body by its type, except for statuses and names. */
function shapeOf(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => shapeOf(element))
  if (typeof value !== 'object' || value === null) return decisiveMembers.has(member) ? value : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shapeOf(child, name)]))
}
