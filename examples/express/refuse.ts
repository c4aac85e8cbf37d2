// refuse.ts: refuses a request, and limits the rate.
import type { Response } from 'express'

export function refuse(response: Response, status: number, message: string): void {
  response.status(status).json({ message })
}

export interface Limits {
  readonly set: (requests: number, windowMs: number) => void
  /** The wait in seconds, or 0 if the request is allowed. */
  readonly take: (key: string) => number
}

/** The allowed number of requests in each window, for each key. */
export function createLimits(): Limits {
  const windows = new Map<string, { readonly end: number; taken: number }>()
  let [most, length] = [Number.POSITIVE_INFINITY, 1000]
  return {
    set: (requests, windowMs) => {
      ;[most, length] = [requests, windowMs]
      windows.clear()
    },
    take: (key) => {
      const known = windows.get(key)
      const window = known !== undefined && known.end > Date.now() ? known : { end: Date.now() + length, taken: 0 }
      windows.set(key, window)
      window.taken += 1
      return window.taken > most ? window.end - Date.now() : 0
    },
  }
}
