import type { InspectionInput, InspectionName, InspectionOutput } from '../src/host/inspections.ts'
import { readEvents } from '../src/host/read-events.ts'
import type { ControlInput, ControlOperationName, ControlOutput } from '../src/schema/control.ts'
import type { ExchangeSummary } from '../src/schema/journal.ts'
import { inWordsOfForm } from './form-words.ts'
import type { InspectorOptions } from './public/inspector.d.ts'

export type Reach = Omit<InspectorOptions, 'hash'>

export type Connection = ReturnType<typeof connect>

/** The events of a journal and of the connection. */
export interface JournalListener {
  readonly onExchange: (entry: ExchangeSummary) => void
  readonly onCleared: () => void
  readonly onConnected: (connected: boolean) => void
}

const retryMs = 1000

/** The server refused a request of this page, such as one without the token. */
export class Refusal extends Error {}

const unreachable = 'The server does not respond. This page tries again until it does.'

/** Connects to a world. The world at `/` has no id. */
export function connect({ fetch = (request) => globalThis.fetch(request), token, url = location.origin }: Reach, world: string) {
  const root = url.replace(/\/+$/, '')
  const baseUrl = world === '' ? root : `${root}/worlds/${world}`
  const control = `${root}/__mock`
  const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const pathOf = (name: string): string => (world === '' ? `/${name}` : `/worlds/${world}/${name}`)

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(new Request(control + path, { ...init, headers: { ...credentials, ...init.headers } })).catch(
      (cause: unknown) => {
        throw new Error(unreachable, { cause })
      },
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const responseBody: unknown = isJson && text !== '' ? JSON.parse(text) : text
    if (!response.ok)
      throw new Refusal(inWordsOfForm(String(Object(responseBody).message ?? `The server responded with ${response.status}`)))
    return responseBody
  }

  async function operate(name: string, input: object = {}) {
    const headers = { 'content-type': 'application/json' }
    return Object(await ask(pathOf(name), { method: 'POST', headers, body: JSON.stringify(input) }))
  }

  /** Follows until the connection ends, and keeps the position in the stream after each event. */
  async function followOnce(listener: JournalListener, { place, signal }: { place: { last: string }; signal: AbortSignal }) {
    const headers = { ...credentials, ...(place.last === '' ? {} : { 'last-event-id': place.last }) }
    const { body, ok } = await fetch(new Request(control + pathOf('events'), { headers, signal }))
    if (!ok || body === null) throw new Error('The server has no events')
    listener.onConnected(true)
    for await (const { data, event, id } of readEvents(body)) {
      // First: if an event cannot be read, it must not be requested again.
      if (id !== '') place.last = id
      if (event === 'cleared') listener.onCleared()
      if (event === 'exchange') listener.onExchange(JSON.parse(data))
    }
  }

  return {
    /** The base URL of the services of the world. */
    baseUrl,
    /** Returns the path of a resource of this world on the control surface. */
    pathOf,
    /** Lists the worlds of the server, without the one at `/`. */
    worlds: async (): Promise<readonly { readonly id: string; readonly url: string }[]> => Object(await ask('/worlds')).worlds,
    /** The world file with which the server was started, if there was one. */
    worldFile: async (): Promise<{ readonly name?: string; readonly text?: string }> => Object(await ask('/world-file')),
    /** Sends to a path of the control surface of the server. */
    send: (method: string, path: string): Promise<unknown> => ask(path, { method }),
    /** Sends a request to the API of the world. */
    request: (path: string, init?: RequestInit): Promise<Response> => fetch(new Request(baseUrl + path, init)),
    /** Calls an operation of the control surface. Rejects with the message of the server. */
    call: async <Name extends ControlOperationName>(name: Name, input?: ControlInput<Name>): Promise<ControlOutput<Name>> =>
      (await operate(`operations/${name}`, input)).result,
    /** Requests data that only this page shows. */
    inspect: async <Name extends InspectionName>(name: Name, input?: InspectionInput<Name>): Promise<InspectionOutput<Name>> =>
      (await operate(`inspect/${name}`, input)).result,
    /** Follows the journal, and reconnects after an interruption without a loss. */
    follow: async (listener: JournalListener, signal: AbortSignal): Promise<void> => {
      const place = { last: '' }
      while (!signal.aborted) {
        // The page shows that the connection ended, and tries again. The reason does not help anybody.
        await followOnce(listener, { place, signal }).catch(() => {})
        if (signal.aborted) return
        listener.onConnected(false)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    },
  }
}
