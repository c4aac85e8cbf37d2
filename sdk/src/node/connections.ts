import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { sendsOnce, usesProxy } from '../connection/dispatchers.ts'

/** A dispatcher of undici, and what is known about it. */
export interface Connections {
  /** Whether it sends each request once, on one connection. */
  readonly sendsOnce: boolean
  /** Whether it can connect to a proxy repeatedly for one request. */
  readonly needsProxyLimit: boolean
  /** Sends a request. Returns the sockets that were opened for it and nothing else, if they are known. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): readonly Socket[]
  /** Ends the connections, once the requests in progress have ended. Undefined for a dispatcher of the caller, who closes it. */
  readonly close?: () => Promise<void>
}

/** The part of a dispatcher of undici that the transport uses, in every version from 7. */
export interface UndiciDispatcher {
  dispatch(options: never, handler: never): boolean
}

/** Uses the dispatcher of the caller, who closes it. */
export function connectionsOfCaller(given: UndiciDispatcher): Connections {
  // The types of undici differ between its versions. The check of the options has found `dispatch`.
  const dispatcher = given as unknown as Dispatcher

  return {
    sendsOnce: sendsOnce(given),
    needsProxyLimit: usesProxy(given),
    dispatch: (options, handler) => {
      dispatcher.dispatch(options, handler)
      return []
    },
  }
}
