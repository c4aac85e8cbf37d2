import { readFile } from 'node:fs/promises'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { z } from 'zod'
import { ConfigurationError } from '../config/config-schema.ts'
import { describeFileError } from '../file-errors.ts'
import { parseJson } from '../parse-json.ts'
import { type ContractExchange, requiredField } from './contract-exchange.ts'

const headers = z.array(z.object({ name: z.string(), value: z.string() }))
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

/**
 * Reads the file of a contract.
 *
 * @throws {ConfigurationError} if it cannot be read, or is something other than a contract.
 */
export async function readContract(file: string): Promise<readonly ContractExchange[]> {
  const archive = contractArchive.safeParse(parseJson(await readText(file)))
  if (archive.success) return archive.data.log.entries.map(toExchange)

  throw new ConfigurationError(`Cannot verify ${file}: it is not a contract. ${CONTRACT_REMEDY}`)
}

const CONTRACT_REMEDY = 'The option contract of the reference server writes one'

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { reason } = await describeFileError(error, file)
    throw new ConfigurationError(`Cannot read ${file}: ${reason}. ${CONTRACT_REMEDY}`)
  }
}

/**
 * Converts an entry of a contract to an exchange: a request that the tests of a client sent, with the response that they
 * received. The file is an HTTP Archive (HAR). Its member `_wfhost` has the facts for which HAR has no member.
 */
function toExchange({ _wfhost: extension, request, response }: z.infer<typeof contractEntry>): ContractExchange {
  const { pathname, search } = new URL(request.url)
  const requestHeaders = request.headers.map(({ name, value }) => [name.toLowerCase(), value])
  const responseHeaders = response.headers.map(({ name, value }): [string, string] => [name, value])

  return {
    operationId: extension.operation,
    request: {
      method: request.method,
      path: pathname + search,
      // An object, with names in small letters. `Headers` below ignores the case of names itself.
      headers: Object.fromEntries(requestHeaders),
      body: request.postData?.text,
    },
    response: {
      status: response.status,
      headers: new Headers(responseHeaders),
      text: response.content.text,
      body: parseJson(response.content.text),
    },
    // Whether the reference server of the tests had the workflow or the organization of the path.
    isPathKnownToTests: extension.known,
    // A response can be verified only if a server can repeat it. These are the reasons why a server cannot repeat this response.
    reasonsNotRepeatable: extension.notVerifiable,
    // The fields that the tests require in the result of the workflow.
    resultFields: extension.resultFields,
  }
}
