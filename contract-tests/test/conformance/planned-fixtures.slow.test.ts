import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractFixtures, manifestPointers } from '../../proof/contract-world.ts'
import { serverSchema } from '../../src/config/server-schema.ts'
import { omitUndefined } from '../../src/engine/omit-undefined.ts'
import { comparePlanWithRun } from '../compare-plan-with-run.ts'

type Path = readonly string[]

const completeFixtures = { ...contractFixtures, ...manifestPointers }

/** The members whose content only the server knows. Without a part of it, the server responds with an error. */
const serverContents = ['payload', 'args', 'validArguments', 'executeFailing', 'expectedText']

/** Lists the paths of all members in a value. The elements of a list have their numbers as names. */
function listPaths(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return []

  return Object.entries(value).flatMap(([name, member]) => {
    const innerPaths = serverContents.includes(name) ? [] : listPaths(member)
    return [[name], ...innerPaths.map((path) => [name, ...path])]
  })
}

/** Returns a copy of a value without the members at the paths. */
function omitPaths(value: unknown, paths: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null) return value

  const keptMembers = Object.entries(value).flatMap(([name, member]) => {
    const innerPaths = paths.filter((path) => path[0] === name).map((path) => path.slice(1))
    const isOmitted = innerPaths.some((path) => path.length === 0)
    return isOmitted ? [] : [[name, omitPaths(member, innerPaths)] as const]
  })
  return Array.isArray(value) ? keptMembers.map(([, member]) => member) : Object.fromEntries(keptMembers)
}

function isLegal(paths: readonly Path[]): boolean {
  return serverSchema.shape.fixtures.safeParse(omitPaths(completeFixtures, paths)).success
}

const optionalPaths = listPaths(completeFixtures).filter((path) => isLegal([path]))

/** Combinations of members that a configuration may leave out together. */
const combinations = fc.sample(
  fc.subarray(optionalPaths, { minLength: 2, maxLength: 12 }).filter((paths) => isLegal(paths)),
  { seed: 1, numRuns: 15 },
)

const omissions = [...optionalPaths.map((path) => [path]), ...combinations].map((paths) => ({
  paths,
  names: paths.map((path) => path.join('.')).join(', '),
}))

test.concurrent.each(omissions)(
  'a plan without $names blocks the checks that a run blocks, for the same reasons',
  async ({ paths }) => {
    const fixtures = serverSchema.shape.fixtures.parse(omitPaths(completeFixtures, paths))
    const { planned, run } = await comparePlanWithRun(omitUndefined(fixtures ?? {}))

    expect(planned).toEqual(run)
  },
)
