import type { ConnectionFault } from '../../core/faults/fault.ts'
import type { PlainRequest, PlainResponse } from '../../core/plain-exchange.ts'
import type { Profile } from '../../core/profile.ts'
import type { Family } from '../../serve/metrics/family.ts'
import type { Control } from '../engines/engine.ts'
import type { ListedKey } from '../list-keys.ts'

/** What a worker serves. */
export interface WorkerOptions {
  /** Where the front listens. */
  readonly ownUrl: string
  readonly file: string | undefined
  readonly profile: Partial<Profile>
  readonly control: Control
  /** Where the state of the world at `/` is kept. */
  readonly state: string | undefined
  /** Whether edits of the world file are followed: by the worker that has the world at `/`. */
  readonly watch: boolean
  /** How requests that fail are told; undefined for not at all. */
  readonly log: 'text' | 'json' | undefined
}

/** A request as it is sent to a worker: without what a process cannot give to another. */
export interface SentRequest extends Omit<PlainRequest, 'header' | 'signal'> {
  readonly headers: ReadonlyMap<string, string>
}

/** An answer as a worker sends it: the front does on the connection what a fault says. */
export type SentAnswer =
  | { readonly response: Omit<PlainResponse, 'pieces'> }
  | { readonly broken: ConnectionFault; readonly response: PlainResponse | undefined }

/** A body that comes in pieces, after the head of its answer. */
export type Pieces = AsyncIterable<Uint8Array>

/** What the front asks of a worker. */
export interface WorkerOperations {
  /** Called first; gives the keys of its world. */
  readonly open: (options: WorkerOptions) => Promise<readonly ListedKey[]>
  /** See `Engine`. */
  readonly ready: () => Promise<void>
  readonly waitingFor: () => Promise<readonly string[]>
  readonly describe: (url: string) => Promise<string>
  readonly families: () => Promise<readonly Family[]>
  /** `signal` is aborted when nobody waits for the answer any more. */
  readonly answer: (request: SentRequest, signal: AbortSignal) => Promise<SentAnswer & { readonly pieces?: Pieces | undefined }>
  readonly close: () => Promise<void>
}

/** One operation that the front asks for. */
export interface Call {
  readonly id: number
  readonly name: keyof WorkerOperations
  readonly argument: unknown
}

/** What the front sends to a worker. */
export type ToWorker = Call | { readonly id: number; readonly abandoned: true }

/** What a worker sends to the front, with the id of what was asked. */
export type ToFront =
  | { readonly id: number; readonly value: unknown; readonly inPieces: boolean }
  | { readonly id: number; readonly error: { readonly name: string; readonly message: string } }
  /** Of a body, after the value. */
  | { readonly id: number; readonly piece: Uint8Array | 'end' | 'broken' }
