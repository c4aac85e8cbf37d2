import type { PlainResponse } from '../../core/plain-exchange.ts'
import type { HttpRequest } from './http-request.ts'

/** An answer on its way to a client, with every header that it has more than once. */
export interface HttpResponse extends Omit<PlainResponse, 'headers'> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

/** Answers requests of Node. */
export type AnswerHttp = (request: HttpRequest) => Promise<HttpResponse>
