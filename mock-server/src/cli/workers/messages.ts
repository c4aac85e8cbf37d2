import type { Profile } from '../../core/profile.ts'
import type { PlainRequest, PlainResponse } from '../../core/requests/plain-exchange.ts'
import type { ConnectionFault } from '../../faults/fault.ts'
import type { Family } from '../../serve/metrics/family.ts'
import type { Control } from '../engines/engine.ts'
import type { ListedKey } from '../list-keys.ts'

/** The options of a worker. */
export interface WorkerOptions {
  /** The URL at which the front listens. */
  readonly ownUrl: string
  readonly file: string | undefined
  readonly profile: Partial<Profile>
  readonly control: Control
  /** The file that keeps the state of the world at `/`. */
  readonly state: string | undefined
  /** Whether to reload the world file when it is edited; only for the worker that has the world at `/`. */
  readonly watch: boolean
  /** How to log failed requests; undefined for not at all. */
  readonly log: 'text' | 'json' | undefined
}

/** A request as it is sent to a worker, as plain data. */
export interface SentRequest extends Omit<PlainRequest, 'header' | 'signal'> {
  readonly headers: ReadonlyMap<string, string>
}

/** A response as a worker sends it; the front performs connection faults. */
export type SentAnswer =
  | { readonly response: Omit<PlainResponse, 'pieces'> }
  | { readonly broken: ConnectionFault; readonly response: PlainResponse | undefined }

/** A body that is sent in pieces, after the head of its response. */
export type Pieces = AsyncIterable<Uint8Array>

/** The operations of a worker. */
export interface WorkerOperations {
  /** Called first; returns the keys of its world. */
  readonly open: (options: WorkerOptions) => Promise<readonly ListedKey[]>
  /** See `Engine`. */
  readonly ready: () => Promise<void>
  readonly waitingFor: () => Promise<readonly string[]>
  readonly describe: (url: string) => Promise<string>
  readonly families: () => Promise<readonly Family[]>
  /** `signal` is aborted when the client has disconnected. */
  readonly answer: (request: SentRequest, signal: AbortSignal) => Promise<SentAnswer & { readonly pieces?: Pieces | undefined }>
  readonly close: () => Promise<void>
}

/** A call of the front to an operation. */
export interface Call {
  readonly id: number
  readonly name: keyof WorkerOperations
  readonly argument: unknown
}

/** A message from the front to a worker. */
export type ToWorker = Call | { readonly id: number; readonly abandoned: true }

/** A message from a worker to the front, with the id of the call. */
export type ToFront =
  | { readonly id: number; readonly value: unknown; readonly inPieces: boolean }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } }
  /** A piece of a body, after the value. */
  | { readonly id: number; readonly piece: Uint8Array | 'end' | 'broken' }
