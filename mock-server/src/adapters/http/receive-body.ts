import type { IncomingMessage } from 'node:http'

/** What to do with a body. */
export interface BodyReceiver {
  readonly maxBytes: number
  /** Called with the whole body; undefined for a request without one. */
  readonly whole: (bytes: Buffer | undefined) => void
  readonly tooLarge: () => void
}

/** Collects the body of a request. If it breaks off, nothing is called. */
export function receiveBody(incoming: IncomingMessage, { maxBytes, tooLarge, whole }: BodyReceiver): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (length === undefined && encoding === undefined) {
    whole(undefined)
    return
  }
  if (Number(length) > maxBytes) {
    tooLarge()
    return
  }
  let chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    const before = size
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else if (before <= maxBytes) {
      chunks = []
      tooLarge()
    }
  })
  incoming.on('end', () => {
    if (size > maxBytes) return
    const [first] = chunks
    whole(chunks.length > 1 ? Buffer.concat(chunks) : first)
  })
}
