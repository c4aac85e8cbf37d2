import type { RedactedText } from '@wfhost/internal/redacted-text'
import { callAt, type TimerClock } from './clock.ts'
import { createResponse } from './create-response.ts'

/** The body of a response as text. */
export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' }
  /** The result of a run is never changed, so bytes that are not UTF-8 are not replaced. */
  | { readonly kind: 'notUtf8' }

/**
 * Reads the body of a successful response, up to a number of bytes after decompression. The rest of a larger body is not
 * received.
 */
export async function readBody(response: Response, maxBytes: number): Promise<BodyText> {
  const declaredBytes = response.headers.get('content-length')
  const isCompressed = response.headers.has('content-encoding')
  const isSmall = declaredBytes !== null && !isCompressed && Number(declaredBytes) <= maxBytes

  // A small body takes less time without a stream of its own. The bodies of some mocks are not streams.
  if (isSmall || !isReadable(response.body)) return decodeBody(new Uint8Array(await response.arrayBuffer()), maxBytes)

  const { bytes, isComplete } = await readStart(response.body, maxBytes)
  return isComplete ? decodeBody(bytes, maxBytes) : { kind: 'tooLarge' }
}

/** Decodes a complete body. */
export function decodeBody(bytes: Uint8Array, maxBytes: number): BodyText {
  if (bytes.length > maxBytes) return { kind: 'tooLarge' }

  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { kind: 'notUtf8' }
  }
}

function isReadable(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof Object(body).getReader === 'function'
}

interface BodyStart {
  readonly bytes: Uint8Array
  readonly isComplete: boolean
}

type StopEarly = (reading: Promise<boolean>) => Promise<boolean>

/**
 * Reads a stream until it ends or exceeds a number of bytes, and cancels the rest.
 *
 * @param stopEarly - Can stop the reading, such as after a time. It then resolves with false, and otherwise as the reading does.
 */
async function readStart(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  stopEarly: StopEarly = (reading) => reading,
): Promise<BodyStart> {
  const reader = body.getReader()
  const collected = new CollectedBytes()

  const isComplete = await stopEarly(readUpTo(maxBytes, reader, collected))
  if (!isComplete) reader.cancel().catch(() => {})
  return { bytes: collected.join().subarray(0, maxBytes), isComplete }
}

/** Collects bytes until a stream ends or exceeds a number of bytes. Resolves with whether the stream has ended. */
async function readUpTo(
  maxBytes: number,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  collected: CollectedBytes,
): Promise<boolean> {
  while (collected.length <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) return true
    collected.add(value)
  }
  return false
}

class CollectedBytes {
  length = 0
  readonly #chunks: Uint8Array[] = []

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  join(): Uint8Array {
    const [first] = this.#chunks
    if (first !== undefined && this.#chunks.length === 1) return first

    const joined = new Uint8Array(this.length)
    let position = 0
    for (const chunk of this.#chunks) {
      joined.set(chunk, position)
      position += chunk.length
    }
    return joined
  }
}

/** How much of the body of an error is read. A message needs less, and a page that explains an error is seldom longer. */
const ERROR_BODY_BYTES = 64 * 1024

/** How long the body of an error is read. The status has already arrived, and decides the outcome. */
const ERROR_BODY_MS = 2_000

interface ErrorBodyOptions {
  readonly clock: TimerClock
  /** Redacts a body whose end was not received. */
  readonly redactIncomplete: (text: string) => RedactedText
}

/** The response of an error, and whether its body was received to the end. */
interface LimitedResponse {
  readonly response: Response
  readonly isComplete: boolean
}

/**
 * Reads the beginning of the body of an error, up to a size and a time. So a service that sends an endless body with an error
 * delays the call only a little. Returns a response with the part that was read.
 */
export async function limitErrorBody(response: Response, options: ErrorBodyOptions): Promise<LimitedResponse> {
  const { body } = response
  if (!isReadable(body) || response.bodyUsed) return { response, isComplete: true }

  const { bytes, isComplete } = await readStart(body, ERROR_BODY_BYTES, (reading) => limitTime(reading, options.clock))
  const text = new TextDecoder().decode(bytes)
  return { response: createResponse(isComplete ? text : options.redactIncomplete(text), response), isComplete }
}

/** Resolves as the reading of a body does, but with false if the reading takes too long, or if the connection breaks. */
function limitTime(reading: Promise<boolean>, clock: TimerClock): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = () => resolve(false)
    const cancelTimer = callAt(clock, { time: clock.now() + ERROR_BODY_MS, callback: stop })
    reading.then(resolve, stop).finally(cancelTimer)
  })
}
