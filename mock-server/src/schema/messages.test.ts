import { findSchemaProblems, formatSchemaProblem } from '@wfhost/internal/schema-problems'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { limitsSchema, listenOptionsSchema, tlsOptionsSchema } from '../adapters/http/listen-options.ts'
import { mswOptionsSchema } from '../adapters/msw/msw-options.ts'
import { waitOptionsSchema } from '../core/journal/journal-operations.ts'
import { serviceOptionsSchema } from '../core/service-options.ts'
import { guardOptionsSchema } from '../guard/create-guard.ts'
import { controlOptionsSchema } from '../host/create-mock-control.ts'
import { hostOptionsSchema } from '../host/create-mock-host.ts'
import { testWorldOptionsSchema } from '../testing/test-world-options.ts'
import { pluginOptionsSchema } from '../vite/plugin-options.ts'
import { controlOperations } from './control.ts'
import { describedWorldSchema } from './described-world.ts'
import { requestPatternSchema } from './journal.ts'
import { publishOptionsSchema } from './workflow.ts'
import { mockSeedSchema } from './world.ts'

/** The schemas of everything that users pass in code, in files and over the control API. */
const publicSchemas: Readonly<Record<string, z.ZodType>> = {
  createMockControl: controlOptionsSchema,
  createMockHost: hostOptionsSchema,
  createGuard: guardOptionsSchema,
  createMockService: serviceOptionsSchema,
  createMswHandler: mswOptionsSchema,
  listen: listenOptionsSchema,
  'limits of listen': limitsSchema,
  'tls of listen': tlsOptionsSchema,
  openTestWorld: testWorldOptionsSchema,
  'a pattern of requests': requestPatternSchema,
  publish: publishOptionsSchema,
  'a seed': mockSeedSchema,
  waitForRequest: waitOptionsSchema,
  'a world file': describedWorldSchema,
  worldPlugin: pluginOptionsSchema,
  ...Object.fromEntries(Object.entries(controlOperations).map(([name, { input }]) => [`control operation ${name}`, input])),
}

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'x y',
  '/?#',
  [],
  [5],
  {},
  { unknown: 1 },
  Object.create({ inherited: 1 }),
  () => {},
  Symbol('x'),
  1n,
  new Date(Number.NaN),
]

/** A place inside a schema: it puts a value there, into an otherwise empty value. */
type Put = (value: unknown) => unknown

const deepestPlace = 12

/** Lists the places of a schema, of which each can have a wrong value. */
function* listPlaces(schema: unknown, put: Put, depth = 0): Generator<Put> {
  yield put
  if (depth === deepestPlace) return

  for (const [inner, putInside] of listInnerPlaces(schema)) {
    yield* listPlaces(inner, (value) => put(putInside(value)), depth + 1)
  }
}

function* listInnerPlaces(schema: unknown): Generator<readonly [schema: unknown, put: Put]> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) yield [schema.unwrap(), (value) => value]
  if (schema instanceof z.ZodLazy) yield [schema.unwrap(), (value) => value]
  if (schema instanceof z.ZodArray) yield [schema.element, (value) => [value]]
  if (schema instanceof z.ZodRecord) yield [schema.valueType, (value) => ({ any: value })]
  if (schema instanceof z.ZodUnion) for (const option of schema.options) yield [option, (value) => value]
  if (!(schema instanceof z.ZodObject)) return

  const names = Object.entries(schema.shape)
  // A member such as `kind` decides which alternative a schema is.
  const literals = names.flatMap(([name, member]) => (member instanceof z.ZodLiteral ? [[name, member.value]] : []))
  for (const [name, member] of names) yield [member, (value) => ({ ...Object.fromEntries(literals), [name]: value })]
}

test.each(Object.entries(publicSchemas))('%s explains each wrong value in the words of this project', (_name, schema) => {
  const vague = new Set<string>()
  let problemCount = 0
  for (const put of listPlaces(schema, (value) => value)) {
    for (const wrong of wrongValues) {
      const messages = findSchemaProblems(schema, put(wrong)).map(formatSchemaProblem)
      problemCount += messages.length
      for (const message of messages) {
        // These are the beginnings of the messages of zod.
        if (/(?:^|: )(?:Invalid|Unrecognized|Too (?:big|small))/.test(message)) vague.add(message)
      }
    }
  }

  expect([...vague]).toEqual([])
  expect(problemCount).toBeGreaterThan(0)
})
