import * as z from 'zod'

// Browsers and proxies keep these, though the body beside them is unpacked and whole.
const framing = /^(?:connection|content-encoding|content-length|keep-alive|transfer-encoding|:.*)$/i

const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .transform((all) => all.filter(({ name }) => !framing.test(name)))

const content = z
  .object({ text: z.string().optional(), encoding: z.string().optional() })
  .transform(({ encoding, text = '' }) => ({ text: encoding === 'base64' ? fromBase64(text) : text }))

const archive = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.url(),
          headers,
          postData: z.object({ text: z.string().optional() }).optional(),
        }),
        response: z.object({ status: z.int(), headers, content }),
      }),
    ),
  }),
})

/** An exchange of an HTTP Archive. */
export type RecordedExchange = z.output<typeof archive>['log']['entries'][number]

/** What was answered in it; the status is 0 or -1 if there was no answer. */
export type RecordedAnswer = RecordedExchange['response']

/**
 * Reads the exchanges of an HTTP Archive.
 *
 * @throws {Error} for anything else.
 */
export function readArchive(text: string): readonly RecordedExchange[] {
  try {
    return archive.parse(parse(text)).log.entries
  } catch (cause) {
    throw new Error('Cannot read the recording: expected an HTTP Archive, as record and /__mock/journal.har write it', { cause })
  }
}

function fromBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
}

/** A recorder that was killed while it wrote leaves a last line without its end: what stands before it was whole. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const whole = text.slice(0, text.lastIndexOf('\n')).replace(/,$/, '')
    if (whole === '') throw error
    return JSON.parse(whole + archiveEnd)
  }
}

/** How a recording ends; each exchange before it is a line. */
export const archiveEnd = '\n]}}\n'
