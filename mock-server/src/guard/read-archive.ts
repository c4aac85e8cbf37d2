import * as z from 'zod'
import { readJson } from '../core/json.ts'
import { findProblems, formatProblem } from '../schema/check.ts'

const headers = z.array(z.object({ name: z.string(), value: z.string() }))

/** `_file` is what Playwright writes for a body that it keeps in a file of its own. */
const body = z.object({
  text: z.string().nullish(),
  encoding: z.string().nullish(),
  size: z.number().nullish(),
  _file: z.string().nullish(),
})

const entry = z.object({
  startedDateTime: z.string().nullish(),
  request: z.object({ method: z.string(), url: z.url(), headers, bodySize: z.number().nullish(), postData: body.nullish() }),
  response: z.object({ status: z.int().max(599), headers, content: body, _error: z.string().nullish() }),
})

const archive = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

export interface RecordedExchange {
  /** Method and URL, without the query, which may have secrets. */
  readonly name: string
  readonly at: string | undefined
  readonly request: { readonly method: string; readonly url: URL; readonly headers: Headers; readonly body: string }
  readonly response: RecordedAnswer
  /** Why it cannot be told again; undefined if it is whole. */
  readonly lacking: string | undefined
}

/** What was answered; the status is 0 or -1 if there was no answer. */
export interface RecordedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** What of a recording nothing is made of. */
export interface LeftOut {
  readonly what: string
  readonly why: string
}

export interface Archive {
  readonly exchanges: readonly RecordedExchange[]
  readonly unread: readonly LeftOut[]
}

/**
 * Reads the exchanges of an HTTP Archive, of our own or as browsers and proxies export them.
 *
 * @throws {Error} for anything else.
 */
export function readArchive(text: string): Archive {
  const value = parse(text.replace(/^\ufeff/, ''))
  const [problem] = value === undefined ? [{ path: [], message: 'it is no JSON' }] : findProblems(archive, value)
  if (problem !== undefined)
    throw new Error(
      `Cannot read the recording: expected an HTTP Archive, as record and /__mock/journal.har write it; ${formatProblem(problem)}`,
    )
  // It has just been checked.
  const { entries } = (value as z.output<typeof archive>).log
  const unread = entries.flatMap((given, index) => {
    const [wrong] = findProblems(entry, given)
    return wrong === undefined ? [] : [{ index, what: `log.entries[${index}]`, why: formatProblem(wrong) }]
  })
  const wrong = new Set(unread.map(({ index }) => index))
  const exchanges = entries.flatMap((given, index) => (wrong.has(index) ? [] : [toExchange(given as z.output<typeof entry>)]))
  return { exchanges, unread }
}

/** What a replay does not have of a recording. */
export function leftOutOf({ exchanges, unread }: Archive): LeftOut[] {
  return [...unread, ...exchanges.flatMap(({ lacking, name }) => (lacking === undefined ? [] : [{ what: name, why: lacking }]))]
}

/** A line for each reason: how often, and what it was. */
export function tellLeftOut(left: readonly LeftOut[]): string[] {
  const reasons = new Map<string, string[]>()
  for (const { what, why } of left) {
    const others = reasons.get(why) ?? []
    reasons.set(why, others)
    others.push(what)
  }
  return Array.from(reasons, ([why, all]) => `  ${all.length} × ${why}: ${[...new Set(all)].join(', ')}`)
}

function toExchange({ request, response, startedDateTime }: z.output<typeof entry>): RecordedExchange {
  const url = new URL(request.url)
  const { bodySize, method, postData } = request
  const { _error: error, content, status } = response
  const asked = textOf(postData) ?? ((bodySize ?? 0) > 0 || postData?._file ? undefined : '')
  const answered = textOf(content) ?? (content.text === '' || content.size === 0 ? '' : undefined)
  const lacking =
    status < 200
      ? `there was no answer${error ? ` (${error})` : ''}`
      : asked === undefined
        ? 'the recording lacks the body of the request'
        : // What was refused is told by its status.
          answered === undefined && status < 300 && status !== 204
          ? 'the recording lacks the body of the answer'
          : undefined
  return {
    name: `${method} ${url.origin}${url.pathname}`,
    at: startedDateTime ?? undefined,
    request: { method, url, headers: toHeaders(request.headers), body: asked ?? '' },
    response: { status, headers: toHeaders(response.headers), body: answered ?? '' },
    lacking,
  }
}

function textOf(given: z.output<typeof body> | null | undefined): string | undefined {
  const text = given?.text || undefined
  if (text === undefined || given?.encoding !== 'base64') return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

// Browsers and proxies keep these, though the body beside them is unpacked and whole.
const framing = /^(?:connection|content-encoding|content-length|keep-alive|transfer-encoding)$/i

function toHeaders(given: z.output<typeof headers>): Headers {
  const made = new Headers()
  for (const { name, value } of given) {
    if (framing.test(name)) continue
    // Chromium writes the values of a name that came several times as lines.
    for (const line of value.split('\n')) {
      try {
        made.append(name, line.trim())
      } catch {
        // No message carries it, such as the :authority of HTTP/2.
      }
    }
  }
  return made
}

/** A recorder that was killed while it wrote leaves a last line without its end: what stands before it was whole. */
function parse(text: string): unknown {
  const whole = text.slice(0, text.lastIndexOf('\n')).replace(/,$/, '')
  return readJson(text) ?? (whole === '' ? undefined : readJson(whole + archiveEnd))
}

/** How a recording ends; each exchange before it is a line. */
export const archiveEnd = '\n]}}\n'
