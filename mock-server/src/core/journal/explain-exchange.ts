import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Requirement } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import { readJson } from '../json.ts'
import { matchPath } from '../requests/paths.ts'
import { messageIn } from '../requests/respond.ts'
import { citedForResponse } from './show-exchange.ts'

interface Explanation {
  /** What the document says about this response in particular. */
  readonly requirements: readonly Requirement['id'][]
  /** Why the request was refused, or how its run or execution failed. */
  readonly reason: string | undefined
  /** What whoever sent the request could change. */
  readonly hint: string | undefined
}

/** Explains an exchange that was refused or failed. The journal has removed all keys from it. */
export function explainExchange(entry: JournalEntry): Explanation {
  const { operation, response } = entry
  if (response === undefined) return { requirements: [], reason: undefined, hint: undefined }
  const { body, status } = response
  const isRefused = status >= 400
  return {
    requirements: operation === undefined || !isRefused ? [] : citedForResponse(operation, status).requirements,
    reason: failureOf(readJson(body ?? '')) ?? (isRefused && body !== undefined ? messageIn(body) : undefined),
    hint: hintOf(entry),
  }
}

/** How much of the reason of a failure is shown, in characters. */
const LONGEST_REASON = 300

export function failureOf(result: unknown): string | undefined {
  const { error, status, stepOutputs } = Object(result)
  if (status !== 'failed') return undefined
  const { name, value } = Object(error)
  const step = Object.entries(Object(stepOutputs)).find(([, output]) => Object(output).status === 'failed')
  const where = step === undefined ? '' : ` at step ${step[0]}`
  return excerpt(withoutSecrets(`failed${where} with ${name}: ${value}`), LONGEST_REASON)
}

function hintOf({ faults, forwarded, request: { headers, method, path }, response }: JournalEntry): string | undefined {
  // Keys and limits are those of another server.
  if (faults.length > 0 || forwarded !== undefined) return undefined
  switch (response?.status) {
    case 401:
      return keyHint(headers['authorization'], headers['cookie'])
    case 403:
      return otherKeyHint(headers['authorization'], path)
    case 404:
      return path.split(/[/?]/).some((part) => unset.test(part)) ? 'the path is as from a variable that is not set' : undefined
    case 405:
      return method === 'OPTIONS' ? 'a page of another origin asks for permission: start the server with --cors' : undefined
    case 429:
      return `try again in ${response.headers['retry-after']} s`
    default:
      return undefined
  }
}

/** What a variable becomes in text when nothing that can be written was put into it. */
const unset = /^(?:undefined|null|NaN|(?:\[|%5B)object(?: |%20)\w+(?:\]|%5D))$/

function keyHint(authorization: string | undefined, cookie: string | undefined): string | undefined {
  if (authorization === undefined) {
    if (cookie !== undefined) return 'nothing here has that session'
    return 'there is no header Authorization: send "Authorization: Bearer <key>"'
  }
  const [, key = ''] = /^bearer *(.*)$/i.exec(authorization) ?? []
  if (!/^bearer /i.test(authorization)) return 'the header Authorization has to begin with "Bearer "'
  if (key === '' || unset.test(key)) return `the key is "${key}", as from a variable that is not set`
  return nameOfKey(authorization) ?? 'nothing here has that key; the server prints its keys when it starts'
}

function otherKeyHint(authorization: string | undefined, path: string): string | undefined {
  const [given, flowId] = [nameOfKey(authorization), matchPath(path.split('?', 1)[0] ?? '')?.parameters.get('flowId')]
  if (given === undefined || flowId === undefined) return given
  return `${given}; the inspector and wfhost-mock ctl key ${flowId} show the one that is needed`
}

/** A key of this world stands in the journal by its name: `[key of workflow echo]`. */
function nameOfKey(authorization: string | undefined): string | undefined {
  const name = /\[((?:old )?key [^\]]+)\]/.exec(authorization ?? '')?.[1]
  return name === undefined ? undefined : `that is the ${name}`
}
