import type { MockService } from '@wfhost/mock-server'
import type { BrokenServer } from './broken-server.ts'
import type { Asked } from './intercept.ts'
import { onStatus } from './on-answer.ts'
import { bearerOf, onRequest, rightKey, tokenOf, withKey } from './on-request.ts'

/** Servers that let a wrong or missing key run a workflow, or refuse it with another status. */
export const invalidKeys: readonly BrokenServer[] = [
  accepts('the key of a run is not looked at', () => true),
  accepts('a run without an Authorization header is let in', ({ headers }) => !headers.has('authorization')),
  accepts('a key is right when it begins with the right one', (asked, key) => bearerOf(asked).startsWith(key)),
  accepts(
    'a key is compared only as far as it was sent',
    (asked, key) => bearerOf(asked) !== '' && key.startsWith(bearerOf(asked)),
  ),
  accepts('the last character of a key is not looked at', (asked, key) => bearerOf(asked).slice(0, -1) === key.slice(0, -1)),
  accepts(
    'the scheme Basic is accepted with the key as user name',
    (asked, key) => authorization(asked) === `Basic ${btoa(`${key}:`)}`,
  ),
  accepts('a key is compared without regard to case', (asked, key) => bearerOf(asked).toLowerCase() === key.toLowerCase()),
  accepts('the scheme of the Authorization header is not looked at', (asked, key) => tokenOf(asked) === key),
  accepts('the scheme Basic is accepted beside Bearer', (asked, key) => authorization(asked) === `Basic ${key}`),
  accepts('the scheme Token is accepted beside Bearer', (asked, key) => authorization(asked) === `Token ${key}`),
  accepts('a key without a scheme is accepted', (asked, key) => authorization(asked) === key),
  accepts('Bearer without a key is accepted', (asked) => authorization(asked) === 'Bearer'),
  accepts('any token that looks like a word is accepted', (asked) => /^[a-z]+-key$/.test(bearerOf(asked))),
  accepts('a key in the query is accepted instead of the header', ({ headers, url }, key) => {
    return !headers.has('authorization') && url.searchParams.get('api_key') === key
  }),
  accepts('an access_token in the query is accepted instead of the header', ({ headers, url }, key) => {
    return !headers.has('authorization') && url.searchParams.get('access_token') === key
  }),
  accepts('a key in a header of its own is accepted', ({ headers }, key) => headers.get('x-api-key') === key),
  accepts('a key in a cookie is accepted', ({ headers }, key) => (headers.get('cookie') ?? '').includes(`token=${key}`)),
  accepts(
    'what follows the key is not looked at',
    (asked, key) => authorization(asked).split(' ', 2).join(' ') === `Bearer ${key}`,
  ),
  answers('an invalid key is refused with 403', 403),
  answers('an invalid key is refused with 400', 400),
  answers('an invalid key is hidden behind 404', 404),
  answers('an invalid key is an internal error', 500),
  answers('an invalid key is answered with 200 and a message', 200),
]

function accepts(defect: string, matches: (asked: Asked, key: string) => boolean): BrokenServer {
  const change = (asked: Asked, service: MockService): Partial<Asked> | undefined => {
    const key = rightKey(asked, service)
    return key !== undefined && matches(asked, key) ? withKey(asked, key) : undefined
  }
  return { defect, foundBy: 'KEY-INVALID', breakService: onRequest(['run'], change) }
}

function answers(defect: string, status: number): BrokenServer {
  return { defect, foundBy: 'KEY-INVALID', breakService: onStatus({ at: ['run'], status: 401 }, status) }
}

function authorization({ headers }: Asked): string {
  return headers.get('authorization') ?? ''
}
