import { expect, test } from 'vitest'
import { checkChanged } from '../../proof/contract-server.ts'
import { type Change, onArguments, onRequest, onResponse } from '../../proof/mutants/mutant.ts'

const orgOfKey = onRequest(['organization manifest'], ({ headers, url }) => {
  const isForeign = headers.get('authorization') === 'Bearer host-globex-default'
  return isForeign ? { url: new URL(url.href.replace('/acme/', '/globex/')) } : undefined
})

const warned: readonly (readonly [id: string, what: string, says: string, change: Change])[] = [
  ['run-ok', 'a run result as text/html', 'expected the type application/json, found text/html', typed('text/html')],
  ['run-ok', 'a run result as text/plain', 'expected the type application/json, found text/plain', typed('text/plain')],
  [
    'run-arg-type.number-text',
    'a string that is taken for a number',
    'expected the string "7" to be refused as a number',
    coercing('7', 7),
  ],
  [
    'run-arg-type.boolean-text',
    'a string that is taken for a boolean',
    'the string "true" to be refused as a boolean',
    coercing('true', true),
  ],
  ['limit-retry-after', 'Retry-After 0 while the rate is still limited', 'found 429 immediately after 0', retryAfter(() => '0')],
  [
    'limit-retry-after',
    'a Retry-After that has passed while the rate is still limited',
    'expected status 200 after the time in Retry-After, found 429 immediately after ',
    retryAfter((date) => date),
  ],
  ['org-auth', 'the manifest of the key, whatever the path names', 'expected no manifest of another organization', orgOfKey],
]

test.each(warned)('%s warns of %s, and the verdict does not change', async (id, ...[, says, change]) => {
  const { report } = await checkChanged(change, { only: [id] })
  expect(report.verdict).toBe('PARTIAL')
  const check = report.checks.find((one) => one.id === id)
  expect(check).toMatchObject({ verdict: 'warn', message: expect.stringContaining(says) })
})

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/vnd.wfhost+json'])(
  'does not warn of a run result as %s',
  async (type) => {
    const { report } = await checkChanged(typed(type), { only: ['run-ok'] })
    expect(report.checks).toMatchObject([{ verdict: 'pass' }])
  },
)

function typed(type: string): Change {
  return onResponse(['run'], ({ headers }) => {
    const changed = new Headers(headers)
    changed.set('content-type', type)
    return { headers: changed }
  })
}

function retryAfter(of: (date: string) => string): Change {
  return onResponse(['run'], ({ headers, status }) => {
    if (status !== 429) return undefined
    const changed = new Headers(headers)
    const date = new Date().toUTCString()
    changed.set('date', date)
    changed.set('retry-after', of(date))
    return { headers: changed }
  })
}

function coercing(from: string, to: unknown): Change {
  return onArguments((argument) => (argument['value'] === from ? { ...argument, value: to } : argument))
}
