import type { MockService } from '@wfhost/mock-server'
import { intercept, isObject, type Json, type Mutant, type MutantResponse } from '../mutant.ts'

/** The results that a server may treat as missing. */
export const falsyValues = [
  { what: 'null', is: (value: unknown) => value === null },
  { what: 'zero', is: (value: unknown) => value === 0 },
  { what: 'an empty text', is: (value: unknown) => value === '' },
  { what: 'false', is: (value: unknown) => value === false },
] as const

/** Changes the error of a run or of a step, if it has one. */
export function withError(body: Json, change: (error: Json) => unknown): Json {
  const { error: found } = body
  return isObject(found) ? { ...body, error: change(found) } : body
}

/** Sends the response to one run as the response to each equal run. */
export function sharesResponses(defect: string, foundBy: 'RUN-ENDPOINT.again' | 'RUN-ENDPOINT.parallel'): Mutant {
  const mutate = (service: MockService): MockService => {
    const shared = new Map<string, Promise<MutantResponse>>()
    return intercept(['run'], async ({ headers, text, url }, { pass }) => {
      const sent = [url.pathname, headers.get('authorization'), text].join(' ')
      const response = shared.get(sent) ?? pass()
      shared.set(sent, response)
      // Until then the other one may come.
      if (foundBy === 'RUN-ENDPOINT.parallel') await response.finally(() => shared.delete(sent))
      return response
    })(service)
  }
  return { defect, foundBy, needsOtherRequests: true, mutate }
}
