import type { Requirement } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import { readJson } from '../json.ts'
import { findMessage } from '../requests/find-message.ts'
import { matchPath } from '../requests/paths.ts'
import { describeFailure } from './describe-failure.ts'
import { findResponseCitations } from './show-exchange.ts'

interface Explanation {
  /** The requirements that the API document cites for this response. */
  readonly requirements: readonly Requirement['id'][]
  /** Why the request was refused, or how its run or execution failed. */
  readonly reason: string | undefined
  /** A change that the sender of the request can make. */
  readonly hint: string | undefined
}

/** Explains an exchange that was refused or failed. The journal has removed all keys from it. */
export function explainExchange(entry: JournalEntry): Explanation {
  const { operation, response } = entry
  if (response === undefined) return { requirements: [], reason: undefined, hint: undefined }

  const { body = '', status } = response
  const failure = describeFailure(readJson(body))
  if (status < 400) return { requirements: [], reason: failure, hint: findHint(entry) }

  const refusal = response.body === undefined ? undefined : findMessage(body)
  return {
    requirements: operation === undefined ? [] : findResponseCitations(operation, status).requirements,
    reason: failure ?? refusal,
    hint: findHint(entry),
  }
}

/** Suggests what the sender of a refused request can change. */
function findHint({ faults, forwarded, request, response }: JournalEntry): string | undefined {
  // Another server sent this response. Its keys and limits are unknown here.
  const wasForwarded = forwarded !== undefined
  // The test has added the fault, so the sender of the request has nothing to change.
  const hadFault = faults.length > 0
  if (wasForwarded || hadFault) return undefined

  const { headers, method, path } = request
  switch (response?.status) {
    case 401:
      return findKeyHint(headers['authorization'], headers['cookie'])
    case 402:
      return findCreditHint(headers['authorization'])
    case 403:
      return findAccessHint(headers['authorization'], path)
    case 404:
      return findPathHint(path)
    case 405:
      // Before a request from another origin, a browser sends OPTIONS (Fetch Standard, CORS protocol).
      return method === 'OPTIONS' ? 'a page of another origin requests permission: start the server with --cors' : undefined
    case 429:
      return `try again in ${response.headers['retry-after']} s`
    default:
      return undefined
  }
}

/** The text that JavaScript writes for a missing value or an object. */
const unsetPattern = /^(?:undefined|null|NaN|(?:\[|%5B)object(?: |%20)\w+(?:\]|%5D))$/

function findPathHint(path: string): string | undefined {
  const unsetSegment = path.split(/[/?]/).find((segment) => unsetPattern.test(segment))
  return unsetSegment === undefined ? undefined : `the path contains "${unsetSegment}", as from a variable that is not set`
}

function findKeyHint(authorization: string | undefined, cookie: string | undefined): string {
  if (authorization === undefined) {
    if (cookie !== undefined) return 'nothing here has that session'
    return 'there is no header Authorization: send "Authorization: Bearer <key>"'
  }

  if (!/^bearer /i.test(authorization)) return 'the header Authorization has to begin with "Bearer "'
  const key = authorization.replace(/^bearer */i, '')
  if (key === '' || unsetPattern.test(key)) return `the key is "${key}", as from a variable that is not set`
  return describeKey(authorization) ?? 'nothing here has that key; the server prints its keys when it starts'
}

/** Names the key that was sent, and where the reader finds the key of the requested workflow. */
function findAccessHint(authorization: string | undefined, path: string): string | undefined {
  const sentKey = describeKey(authorization)
  const [pathname = ''] = path.split('?', 1)
  const flowId = matchPath(pathname)?.parameters.get('flowId')
  if (sentKey === undefined || flowId === undefined) return sentKey
  return `${sentKey}; the inspector and wfhost-mock ctl key ${flowId} show the one that is needed`
}

/** Says how an organization gets credits. The name of a key ends with the id of its organization. */
function findCreditHint(authorization: string | undefined): string | undefined {
  const orgId = /\[key .* of ([^\]]+)\]/.exec(authorization ?? '')?.[1]
  if (orgId === undefined) return undefined
  return `set the credits in the inspector, under Tools, or with wfhost-mock ctl credits ${orgId} 10`
}

/** Describes a key of this world. The journal has replaced it by its name, such as `[key of workflow echo]`. */
function describeKey(authorization: string | undefined): string | undefined {
  const name = /\[((?:old )?key [^\]]+)\]/.exec(authorization ?? '')?.[1]
  return name === undefined ? undefined : `that is the ${name}`
}
