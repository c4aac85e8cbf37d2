/**
 * How the client concludes that a request was not sent.
 *
 * A run must never happen twice, so a request is sent again only if the service certainly did not get it. Two things prove
 * that, and nothing else does:
 *
 * 1. **Our own transport saw it.** The request went through a dispatcher of undici, either by the `fetch` of Node
 *    (`src/connection`) or by the Node transport (`src/node`). The dispatcher reports when a connection is ready, which is
 *    before it writes the first byte. Without that report, nothing was written.
 * 2. **The caller says it.** A `fetch` of the caller threw a NotSentError.
 *
 * The code or the message of an error proves nothing. A wrapper around `fetch` can send the request, receive the response,
 * and then fail with the `ECONNREFUSED` of an audit log. So the outcome is unknown after every other error, and also in
 * runtimes that report nothing about connections: browsers, Deno and Bun.
 */
import { NotSentError } from '../errors/not-sent-error.ts'
import type { ConnectionEvidence } from './transport.ts'

/** Whether a request was certainly not sent, after fetch threw an error or the client gave up. */
export function wasNotSent(thrown: unknown, evidence: ConnectionEvidence | undefined): boolean {
  return thrown instanceof NotSentError || evidence?.provesNotSent === true
}
