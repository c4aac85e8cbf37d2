import type { InspectionInput, InspectionName, InspectionOutput } from '../src/host/inspections.ts'
import { readEvents } from '../src/host/read-events.ts'
import type { ControlInput, ControlOperationName, ControlOutput } from '../src/schema/control.ts'
import type { JournalEntry } from '../src/schema/journal.ts'
import type { InspectorOptions } from './public/inspector.d.ts'

/** How to reach a server: over HTTP, or within the page. */
export type Reach = Omit<InspectorOptions, 'hash'>

/** What the page asks of one world of a server. */
export interface Connection {
  /** The base URL of the services of the world. */
  readonly baseUrl: string
  /** Calls an operation of the control surface; rejects with what the server said. */
  readonly call: <Name extends ControlOperationName>(name: Name, input?: ControlInput<Name>) => Promise<ControlOutput<Name>>
  /** Asks for what only this page shows. */
  readonly inspect: <Name extends InspectionName>(name: Name, input?: InspectionInput<Name>) => Promise<InspectionOutput<Name>>
  /** The worlds of the server, without the one at `/`. */
  readonly worlds: () => Promise<readonly HostedWorld[]>
  /** The world file that the server was started with, if there was one. */
  readonly worldFile: () => Promise<Partial<NamedText>>
  /** Sends to a path of the control surface of the server. */
  readonly send: (method: string, path: string) => Promise<unknown>
  /** The path of something of this world on the control surface. */
  readonly pathOf: (name: string) => string
  /** Sends a request to the API of the world. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
  /** Follows the journal, and comes back after an interruption without losing anything. */
  readonly follow: (listener: JournalListener, signal: AbortSignal) => Promise<void>
}

interface HostedWorld {
  readonly id: string
  readonly baseUrl: string
}

interface NamedText {
  readonly name: string
  readonly text: string
}

/** What happens to a journal, and to the connection. */
export interface JournalListener {
  readonly onExchange: (entry: JournalEntry) => void
  readonly onCleared: () => void
  readonly onConnected: (connected: boolean) => void
}

const retryMs = 1000

/** Connects to a world; the one at `/` has no id. */
export function connect(
  { fetch = (request) => globalThis.fetch(request), token, url = location.origin }: Reach,
  world: string,
): Connection {
  const root = url.replace(/\/+$/, '')
  const baseUrl = world === '' ? root : `${root}/worlds/${world}`
  const control = `${root}/__mock`
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const pathOf = (name: string): string => (world === '' ? `/${name}` : `/worlds/${world}/${name}`)

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(new Request(control + path, { ...init, headers: { ...credentials, ...init.headers } }))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const answer: unknown = isJson && text !== '' ? JSON.parse(text) : text
    if (!response.ok) throw new Error(String(Object(answer).message ?? `The server answered ${response.status}`))
    return answer
  }

  async function operate(name: string, input: object = {}) {
    const headers = { 'content-type': 'application/json' }
    return Object(await ask(pathOf(name), { method: 'POST', headers, body: JSON.stringify(input) }))
  }

  /** Follows until the connection ends, and keeps the place in the stream after each event. */
  async function followOnce(listener: JournalListener, { place, signal }: { place: { last: string }; signal: AbortSignal }) {
    const headers = { ...credentials, ...(place.last === '' ? {} : { 'last-event-id': place.last }) }
    const { body, ok } = await fetch(new Request(control + pathOf('events'), { headers, signal }))
    if (!ok || body === null) throw new Error('The server has no events')
    listener.onConnected(true)
    for await (const { data, event, id } of readEvents(body)) {
      if (event === 'cleared') listener.onCleared()
      if (event === 'exchange') listener.onExchange(JSON.parse(data))
      if (id !== '') place.last = id
    }
  }

  return {
    baseUrl,
    pathOf,
    worlds: async () => Object(await ask('/worlds')).worlds,
    worldFile: async () => Object(await ask('/world-file')),
    send: (method, path) => ask(path, { method }),
    request: (path, init) => fetch(new Request(baseUrl + path, init)),
    call: async (name, input) => (await operate(`operations/${name}`, input)).result,
    inspect: async (name, input) => (await operate(`inspect/${name}`, input)).result,
    follow: async (listener, signal) => {
      const place = { last: '' }
      while (!signal.aborted) {
        // Why it ended is of no use to anybody: that it did is shown, and it is tried again.
        await followOnce(listener, { place, signal }).catch(() => {})
        if (signal.aborted) return
        listener.onConnected(false)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    },
  }
}
