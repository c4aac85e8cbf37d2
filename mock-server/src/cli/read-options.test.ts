import { createMockService, listAssumptions } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { CommandLineError } from './command-line.ts'
import { readProfile } from './read-options.ts'

const listed = listAssumptions().flatMap(({ options }) => options)

test.each(listed)(
  'every choice of $name that is listed can be assumed, and is the one that is listed then',
  ({ choices, name }) => {
    for (const choice of choices) {
      const written = typeof choice === 'string' ? choice : JSON.stringify(choice)
      const shown = listAssumptions(readProfile([`${name}=${written}`])).flatMap(({ options }) => options)
      expect(shown.find((option) => option.name === name)?.value).toEqual(choice)
    }
  },
)

test.each([
  ['runIdField=ticket', { runIdField: 'ticket' }],
  ['sessionCookie=sid', { sessionCookie: 'sid' }],
  ['syncTimeoutMs=5000', { syncTimeoutMs: 5000 }],
  ['syncTimeoutMs=none', { syncTimeoutMs: undefined }],
  ['statusEndpoint=none', { statusEndpoint: 'none' }],
  ['rateLimit={"requests":2,"windowMs":1000}', { rateLimit: { requests: 2, windowMs: 1000 } }],
])('%s is taken as the option profile takes it in process', (pair, profile) => {
  expect(readProfile([pair])).toStrictEqual(profile)
  expect(() => createMockService({}, { profile: readProfile([pair]) })).not.toThrow()
})

test.each([
  ['runIdField=', 'Cannot choose "runIdField": expected a name, as "runId", found ""'],
  ['runIdfield=ticket', 'Cannot choose "runIdfield": no option of the profile is called so; did you mean "runIdField"?'],
  ['sessionCookie=a b', 'Cannot choose "sessionCookie": expected a name of a cookie, as "console_session", found "a b"'],
  ['syncTimeoutMs=soon', 'Cannot choose "syncTimeoutMs": expected a number of milliseconds, as 30000, found "soon"'],
  ['syncTimeoutMs=-1', 'Cannot choose "syncTimeoutMs": expected a number of milliseconds, as 30000, found -1'],
  ['rateLimit=5', 'Cannot choose "rateLimit": expected a rate limit, as {"requests":600,"windowMs":60000}, found 5'],
  ['rateLimit={"requests":-1,"windowMs":1}', 'Cannot set the rate limit: expected a whole number of requests, found -1'],
])('%s is refused with what was expected', (pair, message) => {
  expect(() => readProfile([pair])).toThrow(new CommandLineError(message))
})
