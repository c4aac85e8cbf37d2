import * as z from 'zod'

const namedValues = z.array(z.object({ name: z.string(), value: z.string() }))

const archive = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.url(),
          headers: namedValues,
          postData: z.object({ text: z.string().optional() }).optional(),
        }),
        response: z.object({ status: z.int(), headers: namedValues, content: z.object({ text: z.string().optional() }) }),
      }),
    ),
  }),
})

/** An exchange of an HTTP Archive. */
export type RecordedExchange = z.output<typeof archive>['log']['entries'][number]

/** What was answered in it; the status is 0 if there was no answer. */
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
