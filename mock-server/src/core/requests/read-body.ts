import { validateRequestBody } from '@wfhost/openapi/validators'
import type { JsonObject } from '../json.ts'
import { type Refusal, refuse } from './answer.ts'
import { describeJsonFault } from './json-fault.ts'
import { deepestNesting, nestsTooDeep } from './nesting.ts'
import type { PlainRequest } from './plain-exchange.ts'

/** The types of valid bodies, by operation. */
export interface RequestBodies {
  readonly runPublishedWorkflow: {
    readonly args: readonly { readonly name: string; readonly value: JsonObject[string] }[]
    readonly mode?: 'sync' | 'async'
  }
  readonly executeTool: { readonly toolset: string; readonly tool: string; readonly arguments?: JsonObject }
}

const shownProblems = 10

/** Reads the JSON body of a request; 400 with the path if it is not as documented (RUN-MALFORMED). */
export function readBody<Id extends keyof RequestBodies>(
  request: Pick<PlainRequest, 'body' | 'header' | 'unreadable'>,
  operationId: Id,
): RequestBodies[Id] {
  const contentType = request.header('content-type')
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw refuse(400, `header Content-Type: expected application/json, found ${contentType ?? 'nothing'}`)
  }
  if (request.unreadable) throw refuse(400, 'body: expected JSON, found a body that cannot be read')
  const body = parse(request.body ?? '')
  const problems = validateRequestBody(operationId, body)
  if (problems.length > 0) throw refuseProblems(problems.map(({ message }) => message))
  // The validators have just checked the type.
  return body as RequestBodies[Id]
}

/** A 400 that lists the problems, up to a readable number. */
export function refuseProblems(messages: readonly string[]): Refusal {
  const more = messages.length > shownProblems ? [`and ${messages.length - shownProblems} more`] : []
  return refuse(400, [...messages.slice(0, shownProblems), ...more].join('; '))
}

function parse(text: string): unknown {
  if (nestsTooDeep(text)) throw refuse(400, `body: expected at most ${deepestNesting} levels, found more`)
  try {
    return JSON.parse(text)
  } catch {
    throw refuse(400, `body: expected JSON, ${describeJsonFault(text)}`)
  }
}
