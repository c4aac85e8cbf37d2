import { readFile } from 'node:fs/promises'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { z } from 'zod'
import { ConfigurationError } from '../config/config-schema.ts'
import { parseJson } from '../parse-json.ts'
import { jsonTypes } from './json-type.ts'

const headers = z.array(z.object({ name: z.string(), value: z.string() }))
const requiredField = z.object({ place: z.string(), types: z.array(z.enum(jsonTypes)) })
const operationIds = Object.keys(operationTable) as readonly OperationId[]

const contractEntry = z.object({
  request: z.object({ method: z.string(), url: z.url(), headers, postData: z.object({ text: z.string() }).optional() }),
  response: z.object({ status: z.int(), headers, content: z.object({ text: z.string() }) }),
  _wfhost: z.object({
    operation: z.enum(operationIds).optional(),
    known: z.boolean(),
    notVerifiable: z.array(z.string()),
    resultFields: z.array(requiredField).optional(),
  }),
})

const contractArchive = z.object({
  log: z.object({ _wfhost: z.object({ kind: z.literal('contract'), version: z.literal(1) }), entries: z.array(contractEntry) }),
})

/** A field of the result of a workflow that the schema of the client requires. */
export type RequiredField = z.infer<typeof requiredField>

/** A request that the tests sent, with the response that they received. Keys are replaced by their names. */
export interface ContractExchange {
  /** Undefined for a path that the API document does not have. */
  readonly operationId: OperationId | undefined
  readonly request: ContractRequest
  readonly response: ContractResponse
  /** Whether the world of the tests had the workflow or the organization of the path. */
  readonly isKnown: boolean
  /** Why a real server cannot repeat the exchange. Empty if it can. */
  readonly obstacles: readonly string[]
  /** The fields of the result that the schema of the workflow requires. Undefined without a schema. */
  readonly resultFields: readonly RequiredField[] | undefined
}

export interface ContractRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface ContractResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or undefined if it is not JSON. */
  readonly body: unknown
}

/**
 * Reads the file of a contract.
 *
 * @throws {ConfigurationError} if it cannot be read, or is something other than a contract.
 */
export async function readContract(file: string): Promise<readonly ContractExchange[]> {
  const archive = contractArchive.safeParse(parseJson(await readText(file)))
  if (archive.success) return archive.data.log.entries.map(toExchange)

  const remedy = 'The option contract of the reference server writes one'
  throw new ConfigurationError(`Cannot verify ${file}: it is not a contract. ${remedy}`)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function toExchange({ _wfhost: note, request, response }: z.infer<typeof contractEntry>): ContractExchange {
  const { pathname, search } = new URL(request.url)
  return {
    operationId: note.operation,
    request: {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value])),
      body: request.postData?.text,
    },
    response: {
      status: response.status,
      headers: new Headers(response.headers.map(({ name, value }): [string, string] => [name, value])),
      text: response.content.text,
      body: parseJson(response.content.text),
    },
    isKnown: note.known,
    obstacles: note.notVerifiable,
    resultFields: note.resultFields,
  }
}
