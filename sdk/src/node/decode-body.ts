import { Duplex, pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

// A peer that closes the connection without the last bytes of the compressed data has sent everything that matters.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(zlibOptions),
  'x-gzip': () => createGunzip(zlibOptions),
  deflate: () => Duplex.from(inflate),
  br: () => createBrotliDecompress(brotliOptions),
}

/** The compressions that a request may accept. */
export const SUPPORTED_ENCODINGS = 'gzip, deflate, br'

/**
 * Decompresses a body as its `content-encoding` says. A body with an encoding that is not supported is returned unchanged,
 * as `fetch` does.
 */
export function decodeBody(body: ReadableStream<Uint8Array>, contentEncoding: string): ReadableStream<Uint8Array> {
  const encodings = contentEncoding.toLowerCase().split(',')
  const transforms: Duplex[] = []

  // The last encoding was applied last, so it is removed first.
  for (const encoding of encodings.reverse()) {
    const createDecoder = decoders[encoding.trim()]
    if (createDecoder === undefined) return body
    transforms.push(createDecoder())
  }

  const lastTransform = transforms.at(-1)
  if (lastTransform === undefined) return body

  pipeline([Readable.fromWeb(body as NodeReadableStream<Uint8Array>), ...transforms], ignoreError)
  return Readable.toWeb(lastTransform) as ReadableStream<Uint8Array>
}

/** Decompresses `deflate`. HTTP requires the header of zlib, but some servers send the data without it, which `fetch` accepts, too. */
async function* inflate(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = compressed[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return

  const decoder = hasZlibHeader(first.value) ? createInflate(zlibOptions) : createInflateRaw(zlibOptions)
  pipeline(Readable.from(prepend(first.value, chunks)), decoder, ignoreError)
  yield* decoder
}

/** Whether data begin with the header of zlib, whose first byte names the method 8 (RFC 1950). */
function hasZlibHeader(data: Buffer): boolean {
  return ((data[0] ?? 0) & 0x0f) === 8
}

async function* prepend(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** Ignores the error of a pipeline. The error also destroys the last stream, from which the reader gets it. */
function ignoreError(): void {}
