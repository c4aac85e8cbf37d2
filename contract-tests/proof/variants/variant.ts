import { type Assumptions, createMockService, type MockService } from '@wfhost/mock-server'
import fc from 'fast-check'
import type { TargetDescription } from '../../src/target/create-target.ts'
import type { Fixtures } from '../../src/target/target.ts'
import { contractFixtures, createContractWorld } from '../contract-world.ts'
import { createLocalHooks, waitOn } from '../local-hooks.ts'
import type { Change } from '../mutants/mutant.ts'

/** A server that conforms, and differs from the reference server where the source document is silent. */
export interface Variant {
  readonly variation: string
  /** The part of the behaviour that it changes. Two variations of one subject exclude each other. */
  readonly subject: string
  /** The assumptions of the reference server that make the variation. */
  readonly assumptions?: Partial<Assumptions>
  /** Puts the variation in front of a service. */
  readonly vary?: Change
  /** The fixtures that declare the variation to the checks. */
  readonly fixtures?: Partial<Fixtures>
}

/** Describes a server with a fresh world and several variations. The first variation is next to the service. */
export function describeVariants(variations: readonly Variant[]): TargetDescription {
  const assumptions = Object.assign({}, ...variations.map((variation) => variation.assumptions ?? {}))
  const fixtures = Object.assign({}, contractFixtures, ...variations.map((variation) => variation.fixtures ?? {}))
  const service = variations.reduce<MockService>(
    (upstream, { vary }) => vary?.(upstream) ?? upstream,
    createMockService(createContractWorld(), { assumptions }),
  )
  return {
    name: variations.map(({ variation }) => variation).join(', and '),
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures,
    hooks: createLocalHooks(service),
    wait: waitOn(service),
  }
}

/** A part of a combination, which has at most one part of each subject. */
interface Level {
  readonly subject: string
}

/**
 * Combinations in which every two of the levels with different subjects stand together at least once. The same levels
 * in the same order give the same combinations.
 */
export function pairwise<T extends Level>(levels: readonly T[]): T[][] {
  const subjects = [...new Set(levels.map(({ subject }) => subject))]
  const open = new Map(levels.map((level) => [level, new Set(levels.filter(({ subject }) => subject !== level.subject))]))
  const rows: T[][] = []
  for (let seed = unfinished(levels, open); seed !== undefined; seed = unfinished(levels, open)) {
    const row: T[] = [seed]
    for (const subject of subjects) {
      if (subject === seed.subject) continue
      const choices = levels.filter((level) => level.subject === subject)
      const gains = choices.map((choice) => row.filter((chosen) => open.get(choice)?.has(chosen)).length)
      const best = choices[gains.indexOf(Math.max(...gains))]
      if (best !== undefined) row.push(best)
    }
    for (const level of row) for (const other of row) open.get(level)?.delete(other)
    // The order of the levels is the order in which they lie around the service.
    rows.push(levels.filter((level) => row.includes(level)))
  }
  return rows
}

/** Returns a sample of the combinations, which depends on the seed. */
export function sampled<T>(rows: readonly T[], on: { readonly seed: number; readonly size: number }): readonly T[] {
  const size = Math.min(on.size, rows.length)
  const subarrays = fc.shuffledSubarray([...rows], { minLength: size, maxLength: size })
  return fc.sample(subarrays, { seed: on.seed, numRuns: 1 }).flat()
}

function unfinished<T>(levels: readonly T[], open: ReadonlyMap<T, ReadonlySet<T>>): T | undefined {
  const most = levels.toSorted((a, b) => (open.get(b)?.size ?? 0) - (open.get(a)?.size ?? 0))[0]
  return most !== undefined && (open.get(most)?.size ?? 0) > 0 ? most : undefined
}
