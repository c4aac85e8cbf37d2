// refuse.ts: how a request is refused, and when there were too many.
import type { Response } from 'express'

export function refuse(response: Response, status: number, message: string): void {
  response.status(status).json({ message })
}

export interface Limits {
  readonly set: (requests: number, windowMs: number) => void
  /** How long to wait, or 0 if this request may come. */
  readonly take: (key: string) => number
}

/** So many requests in each window, for each key. */
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
