import type { paths } from '@wfhost/openapi'
import createClient from 'openapi-fetch'
import type { Answer, Call } from './call.ts'
import { callService } from './call-service.ts'
import { RecordedRequest } from './recorded-request.ts'

/** Calls the operations of the document: openapi-fetch words the request, `callService` sends it. */
export type Api = ReturnType<typeof createApi>

/** Makes the openapi-fetch client of one service. Its answers are taken with `takeAnswer`. */
export function createApi(baseUrl: string) {
  // The Request is only recorded, so that nothing of the platform is bound before it is needed.
  return createClient<paths>({ baseUrl, Request: RecordedRequest as unknown as typeof Request })
}

/**
 * The options that make openapi-fetch hand the request to `callService`. The answer is passed through as the "stream"
 * of a Response, which openapi-fetch does not touch.
 */
export function through(call: Call) {
  const fetch = async (request: unknown) => {
    const answer = await callService(request as RecordedRequest, call)
    return { ok: true, status: 200, headers: new Headers(), body: answer } as unknown as Response
  }
  return { parseAs: 'stream' as const, fetch }
}

/** Takes the answer out of what openapi-fetch returns. */
export async function takeAnswer(result: Promise<{ readonly data?: unknown }>): Promise<Answer> {
  return (await result).data as Answer
}
