import type { OperationId } from '@wfhost/openapi'

/** How long something takes, in milliseconds. */
export type Latency =
  | { readonly distribution: 'fixed'; readonly ms: number }
  | { readonly distribution: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly distribution: 'lognormal'; readonly medianMs: number; readonly sigma: number }

/** What goes wrong. Connection faults happen on raw sockets, in the HTTP door only. */
export type FaultKind =
  /**
   * Nothing runs; any status, with this body as JSON (by default `{message}`). A 429 has a Retry-After of that many
   * seconds (by default 1), other statuses only if it is given.
   */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown; readonly retryAfterSeconds?: number }
  /** The request is handled later. */
  | { readonly kind: 'latency'; readonly latency: Latency }
  /** There is never a response. */
  | { readonly kind: 'hang' }
  /** Nothing runs; a proxy's HTML page with status 502. */
  | { readonly kind: 'html-502' }
  /** The response has the content type of text. */
  | { readonly kind: 'wrong-content-type' }
  /** The response is 200 without a body. */
  | { readonly kind: 'empty-200' }
  /** The body is truncated JSON, with a matching length. */
  | { readonly kind: 'truncated-json' }
  /** The body is not JSON. */
  | { readonly kind: 'invalid-json' }
  /** One response header is larger than clients accept. */
  | { readonly kind: 'oversized-header' }
  /** The body is sent in pieces. */
  | { readonly kind: 'dribbled-body'; readonly pieces?: number; readonly everyMs?: number }
  /** Nothing runs; a 429 without Retry-After. */
  | { readonly kind: 'retry-after-missing' }
  /** Nothing runs; a 429 whose Retry-After is neither seconds nor a date. */
  | { readonly kind: 'retry-after-malformed' }
  /** Nothing runs; a 429 whose Retry-After is years away. */
  | { readonly kind: 'retry-after-huge' }
  /** A key that was replaced by regeneration still works. */
  | { readonly kind: 'stale-key' }
  | { readonly kind: ConnectionFault }

/** All connection faults. */
export const connectionFaults = [
  /** Nothing runs; the connection is reset. */
  'reset-before-headers',
  /** The request is handled, and the connection is reset instead of a response. */
  'response-lost',
  /** The request is handled, and the connection is reset in the middle of the body. */
  'reset-mid-body',
  /** Nothing runs; the connection is closed without a byte. */
  'empty-reply',
  /** The head of the response is sent byte by byte. */
  'slow-headers',
  /** The body is shorter than its length. */
  'wrong-content-length',
  /** The body is chunked, and a chunk has no size. */
  'bad-chunk',
  /** A response header is sent twice. */
  'duplicate-headers',
] as const

/** What goes wrong with the connection. */
export type ConnectionFault = (typeof connectionFaults)[number]

/** Whether a fault needs a socket. */
export function isOfConnection(kind: FaultKind['kind']): kind is ConnectionFault {
  return connectionFaults.some((fault) => fault === kind)
}

/** Which requests a fault applies to; all given conditions must match. */
export interface FaultSelection {
  /** @default every operation */
  readonly operation?: OperationId
  /** The workflow of a run. @default every workflow, and other operations */
  readonly flowId?: string
  /** Of the request: a workflow key or a tool-hosting key. @default any key, or none */
  readonly key?: string
  /** Only the nth request that the rest selects; the first is 1. Without `count`. @default each of them */
  readonly nth?: number
  /** From 0 to 1, decided by the random source of the service. @default 1 */
  readonly probability?: number
  /** The most requests it applies to. @default no limit */
  readonly count?: number
}

/** A fault, and which requests it applies to. */
export type Fault = FaultKind & FaultSelection

/** A fault of a service, and how often it applied to a request. */
export interface FaultState {
  readonly id: string
  readonly fault: Fault
  readonly met: number
}

// A record, so that the compiler finds a missing kind.
const otherFaults: Readonly<Record<Exclude<FaultKind['kind'], ConnectionFault>, true>> = {
  status: true,
  latency: true,
  hang: true,
  'html-502': true,
  'wrong-content-type': true,
  'empty-200': true,
  'truncated-json': true,
  'invalid-json': true,
  'oversized-header': true,
  'dribbled-body': true,
  'retry-after-missing': true,
  'retry-after-malformed': true,
  'retry-after-huge': true,
  'stale-key': true,
}

/** All kinds of faults. */
export const faultKinds: readonly string[] = [...Object.keys(otherFaults), ...connectionFaults]
