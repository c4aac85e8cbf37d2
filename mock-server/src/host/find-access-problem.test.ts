import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { findAccessProblem } from './find-access-problem.ts'

function request(headers: Readonly<Record<string, string>>, origin = 'http://localhost:4010') {
  return { origin, header: (name: string) => headers[name] }
}

test.each([
  [{}, undefined],
  [{ host: '127.0.0.1:4010' }, undefined],
  [{ host: 'LOCALHOST' }, undefined],
  [{ host: '[::1]:4010' }, undefined],
  [{ host: 'localhost', 'sec-fetch-site': 'none' }, undefined],
  [{ host: 'localhost', 'sec-fetch-site': 'same-origin' }, undefined],
  [{ host: 'localhost:4010', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4010' }, undefined],
  [{ host: 'localhost', 'sec-fetch-site': 'cross-site' }, 'The control surface is not for pages of other origins'],
  [{ host: 'localhost', 'sec-fetch-site': 'same-site' }, 'The control surface is not for pages of other origins'],
  [{ host: 'localhost', origin: 'http://localhost' }, 'The control surface is not for pages of other origins'],
  [
    { host: 'localhost:4010', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' },
    'The control surface is not for pages of other origins',
  ],
  [{ host: 'rebound.example', 'sec-fetch-site': 'same-origin' }, 'The control surface is for this machine'],
  [{ host: 'rebound.example' }, 'The control surface is for this machine'],
  [{ host: 'a_b..rebound%zz' }, 'The control surface is for this machine'],
  [{ host: 'localhost:99999' }, 'The control surface is for this machine'],
  [{ host: '' }, 'The control surface is for this machine'],
])('without a token, the source of a request with %j decides whether it has access', (headers, problem) => {
  expect(findAccessProblem({ token: undefined }, request(headers))).toBe(problem)
})

test.each([
  ['a-token', 'Bearer a-token', undefined],
  ['a-token', 'Bearer a-toke', 'The control surface needs its token'],
  ['a-token', undefined, 'The control surface needs its token'],
  ['', 'Bearer ', 'The control surface needs its token'],
  ['', undefined, 'The control surface needs its token'],
])('with the token %j, the header %j has access or not', (token, authorization, problem) => {
  const headers = { host: 'mock.example', ...(authorization === undefined ? {} : { authorization }) }
  expect(findAccessProblem({ token }, request(headers))).toBe(problem)
})

test.each(['', 'two words', 'schlüssel'])(
  'rejects the token %j when the host is created, since no header can contain it',
  (token) => {
    expect(() => createMockHost(createSampleWorld, { control: { token } })).toThrow(
      'Cannot create a host: control.token: expected ',
    )
  },
)
