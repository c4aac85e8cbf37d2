import { createMockService, listAssumptions } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { CommandLineError } from './exit-codes.ts'
import { readAssumption, readBytes, readToken } from './read-options.ts'

const listed = listAssumptions().flatMap(({ options }) => options)

test.each(listed)(
  'every choice of $name that is listed can be assumed, and is the one that is listed then',
  ({ choices, name }) => {
    for (const choice of choices) {
      const written = typeof choice === 'string' ? choice : (JSON.stringify(choice) ?? 'none')
      const assumptionOptions = listAssumptions(readAssumption(`${name}=${written}`)).flatMap(({ options }) => options)
      expect(assumptionOptions.find((option) => option.name === name)?.value).toEqual(choice)
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
])('%s is read like the option assumptions in process', (pair, assumptions) => {
  expect(readAssumption(pair)).toStrictEqual(assumptions)
  expect(() => createMockService({}, { assumptions: readAssumption(pair) })).not.toThrow()
})

test.each([
  ['runIdField=', 'Cannot assume runIdField=: expected some text, found none; for example runIdField=runId'],
  ['runIdfield=ticket', 'Cannot assume runIdfield=ticket: unknown name "runIdfield"; did you mean "runIdField"?'],
  [
    'sessionCookie=a b',
    'Cannot assume sessionCookie=a b: expected a name of a cookie, found "a b"; for example sessionCookie=console_session',
  ],
  ['syncTimeoutMs=soon', 'Cannot assume syncTimeoutMs=soon: expected a number, found "soon"; for example syncTimeoutMs=30000'],
  ['syncTimeoutMs=-1', 'Cannot assume syncTimeoutMs=-1: expected at least 0, found -1; for example syncTimeoutMs=30000'],
  [
    'rateLimit=5',
    'Cannot assume rateLimit=5: expected an object, found 5; for example rateLimit={"requests":600,"windowMs":60000}',
  ],
  [
    'rateLimit={"requests":-1,"windowMs":1}',
    'Cannot assume rateLimit={"requests":-1,"windowMs":1}: requests: expected at least 0, found -1; for example rateLimit={"requests":600,"windowMs":60000}',
  ],
])('refuses %s with the expected values', (pair, message) => {
  expect(() => readAssumption(pair)).toThrow(new CommandLineError(message))
})

test('refuses an option in place of a token, and accepts a token of the environment that begins like an option', () => {
  expect(() => readToken('--quiet', {})).toThrow(CommandLineError)
  expect(readToken(undefined, { WFHOST_MOCK_TOKEN: '-secret' })).toBe('-secret')
})

test('reads a number of bytes, and refuses everything else', () => {
  expect([readBytes('0'), readBytes('250000000')]).toEqual([0, 250_000_000])
  for (const text of ['', '-1', '1.5', '10MB', '1e6', '99999999999999999999', 'Infinity']) {
    expect(() => readBytes(text)).toThrow('Expected a number of bytes, such as 100000000')
  }
})
