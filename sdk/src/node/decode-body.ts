import { pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// A peer that closes the connection without the last bytes of the compressed data has sent everything that matters.
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH }

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(zlibOptions),
  'x-gzip': () => createGunzip(zlibOptions),
  deflate: () => createInflate(zlibOptions),
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
  const transforms: Transform[] = []

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

/** Ignores the error of a pipeline. The error also destroys the last stream, from which the reader gets it. */
function ignoreError(): void {}
