import type { PlainResponse } from '../../core/requests/plain-exchange.ts'
import type { HttpRequest } from './http-request.ts'

/** A response as it is sent to a client: a header may have several values. */
export interface HttpResponse extends Omit<PlainResponse, 'headers'> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** Answers requests of Node. */
export type AnswerHttp = (request: HttpRequest) => Promise<HttpResponse>
