import type { Fetch } from '@wfhost/sdk'
import fc from 'fast-check'
import { thrownValues } from './generated-errors.ts'

/** The value that the fetch of one input throws, and the requests that it sends to the service before. */
export interface ThrownCase {
  readonly thrown: unknown
  readonly requests: 0 | 1 | 2
}

export const thrownCases: fc.Arbitrary<ThrownCase> = fc.record({ thrown: thrownValues, requests: fc.constantFrom(0, 1, 2) })

/**
 * Creates a fetch for runs whose first argument is the number of an input. It sends the requests of the case of that input to
 * the service, and then throws. `calls` counts its calls by that number.
 */
export function createFailingFetch(cases: readonly ThrownCase[]) {
  const calls = new Map<number, number>()

  const failingFetch: Fetch = async (given) => {
    const request = new Request(given)
    const { args } = await request.clone().json()
    const n: number = args[0].value
    calls.set(n, (calls.get(n) ?? 0) + 1)

    const thrownCase = cases[n]
    if (thrownCase === undefined) throw new Error(`There is no input ${n}`)
    for (let sent = 0; sent < thrownCase.requests; sent += 1) {
      const response = await fetch(request.clone())
      await response.text()
    }
    throw thrownCase.thrown
  }

  return { calls, fetch: failingFetch }
}
