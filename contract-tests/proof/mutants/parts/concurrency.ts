import { bearerOf, intercept, type Mutant, type MutantRequest } from '../mutant.ts'

/** Long enough for concurrent requests to overlap. */
export const longEnoughMs = 30

/** Waits until concurrent requests overlap. */
export function waitBriefly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, longEnoughMs))
}

/** Handles a request instead of the service. */
export type Handle = Parameters<typeof intercept>[1]

/** Handles a request differently while another request with the same key is in progress. */
export function overlapping(place: MutantRequest['place'], handle: Handle): Mutant['mutate'] {
  return (service) => {
    const underWay = new Map<string, number>()
    return intercept([place], async (request, upstream) => {
      const key = bearerOf(request)
      const others = underWay.get(key) ?? 0
      underWay.set(key, others + 1)
      try {
        const response = await (others > 0 ? handle(request, upstream) : upstream.pass())
        await waitBriefly()
        return response
      } finally {
        underWay.set(key, (underWay.get(key) ?? 1) - 1)
      }
    })(service)
  }
}
