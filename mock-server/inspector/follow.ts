import { useEffect, useRef, useState } from 'preact/hooks'
import type { ExchangeSummary } from '../src/schema/journal.ts'
import { type Connection, Refusal } from './connection.ts'
import { messageOf } from './parts/message-of.ts'

export interface Followed {
  readonly entries: readonly ExchangeSummary[]
  readonly connected: boolean
}

// Without a limit, a page beside a load test would use all memory.
const keptEntries = 10_000

export function useJournal(connection: Connection): Followed {
  const [followed, setFollowed] = useState<Followed>({ entries: [], connected: false })
  useEffect(() => {
    const leaving = new AbortController()
    const entries = new Map<number, ExchangeSummary>()
    let connected = false
    let due = false
    // Many events come together; the page is drawn once.
    const show = (): void => {
      if (due) return
      due = true
      setTimeout(() => {
        due = false
        setFollowed({ entries: [...entries.values()].toSorted((a, b) => b.number - a.number), connected })
      }, 30)
    }
    void connection.follow(
      {
        onExchange: (entry) => {
          entries.set(entry.number, entry)
          const [oldest = 0] = entries.keys()
          if (entries.size > keptEntries) entries.delete(oldest)
          show()
        },
        onCleared: () => {
          entries.clear()
          show()
        },
        onConnected: (now) => {
          connected = now
          show()
        },
      },
      leaving.signal,
    )
    return () => leaving.abort()
  }, [connection])
  return followed
}

const pollMs = 1500

/** The last response, and the reason why the next one is missing. */
interface RequestedState<Type> {
  readonly value: Type | undefined
  readonly problem: string | undefined
  /** Whether the server refused the request. If not, the server sent no response. */
  readonly isRefused: boolean
}

/** The last response, or the reason why there is none; and a function that repeats the request. */
export interface Requested<Type> extends RequestedState<Type> {
  readonly again: () => void
}

/** If the same response comes again, nothing is drawn. After a problem, it removes the message. */
function isSame({ problem, value }: Pick<Requested<unknown>, 'problem' | 'value'>, next: unknown): boolean {
  if (problem !== undefined) return false
  try {
    return JSON.stringify(value) === JSON.stringify(next)
  } catch {
    // Nested too deeply for a comparison.
    return false
  }
}

/** Polls while the page is visible, and immediately when something that it depends on has changed. */
export function useRequested<Type>(ask: () => Promise<Type>, depends: readonly unknown[]): Requested<Type> {
  const [state, setState] = useState<RequestedState<Type>>({ value: undefined, problem: undefined, isRefused: false })
  const again = useRef(() => {})
  useEffect(() => {
    let current = true
    async function refresh(): Promise<void> {
      try {
        const value = await ask()
        if (current) setState((last) => (isSame(last, value) ? last : { value, problem: undefined, isRefused: false }))
      } catch (error) {
        if (current) setState(({ value }) => ({ value, problem: messageOf(error), isRefused: error instanceof Refusal }))
      }
    }
    again.current = () => void refresh()
    void refresh()
    const timer = setInterval(() => document.hidden || void refresh(), pollMs)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, depends)
  return { ...state, again: () => again.current() }
}
