import autocannon, { type Options, type Result } from 'autocannon'
import { quantile } from './to-series.ts'

/** A request that is sent again and again. */
export interface Load {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
  readonly status: number
  /** Judges each body. */
  readonly verify: (body: string) => boolean
}

/** What came of it. */
export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Sends a request over some connections for some time. Rejects when one answer is not the expected one. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const { body, connections, headers, method, seconds, status, url, verify } = load
  const times: number[] = []
  const wrong: number[] = []
  const began = performance.now()
  const options: Options = {
    url,
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    connections,
    duration: seconds,
    timeout: 10,
    // It ends at a tick only.
    sampleInt: 50,
    verifyBody: (text) => verify(String(text)),
  }
  let last = began
  const { errors, mismatches } = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
    // biome-ignore lint/complexity/useMaxParams: autocannon calls it so
    instance.on('response', (_client, code, _bytes, ms) => {
      last = performance.now()
      times.push(ms)
      if (code !== status) wrong.push(code)
    })
  })
  if (wrong.length > 0 || errors > 0 || mismatches > 0) {
    const codes = [...new Set(wrong)].join(', ')
    throw new Error(
      `Cannot count ${method} ${url}: ${wrong.length} other statuses (${codes}), ${mismatches} other bodies, ${errors} errors`,
    )
  }
  return { perSecond: (times.length * 1000) / (last - began), p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}
