import type { createMswHandler } from '../adapters/msw.ts'

type MswHandler = ReturnType<typeof createMswHandler>

interface EndedWorld {
  readonly url: string
  readonly cors: boolean
  /** Lists the handlers of the MSW server. The test may have handlers of its own for the URL. */
  readonly listHandlers: () => readonly object[]
}

/** The name of the member that has the URL of worlds that have ended. All copies of this module find it. */
const endedKey = Symbol.for('@wfhost/mock-server: the URL of worlds of tests that have ended')

/**
 * Creates the handler that fails late requests to the URL of a world that has ended. Without it, MSW would send them, with
 * their keys, to the server that listens there.
 */
export function createEndedHandler(createHandler: typeof createMswHandler, { cors, listHandlers, url }: EndedWorld): MswHandler {
  const handler = createHandler({ fetch: (request) => refuseLateRequest(url, request) }, { baseUrl: url, cors })
  const matchesUrl = handler.predicate.bind(handler)

  handler.predicate = async (args) => (await matchesUrl(args)) && !(await isHandledByOthers(args.request, listHandlers()))
  Reflect.set(handler, endedKey, url)
  return handler
}

/** Returns the URL of the ended worlds that a handler is for; undefined for any other handler. */
export function getEndedUrl(handler: object): string | undefined {
  const url: unknown = Reflect.get(handler, endedKey)
  return typeof url === 'string' ? url : undefined
}

async function refuseLateRequest(url: string, { method, url: requestUrl }: Request): Promise<Response> {
  // The request has no path of the base URL any more. Its query is not shown, because it can contain a key.
  const target = `${method} ${url.replace(/\/+$/, '')}${new URL(requestUrl).pathname}`
  const remedy = 'wait for it in the test, or abort it when the component unmounts'
  // biome-ignore lint/suspicious/noConsole: the test that sent the request has ended, so it cannot fail any more.
  console.error(`wfhost: a request to the world of a test that has ended: ${target}; ${remedy}`)
  throw new DOMException('The world of the test has ended', 'AbortError')
}

/** Whether a handler matches a request that is not the one for ended worlds. */
async function isHandledByOthers(request: Request, handlers: readonly object[]): Promise<boolean> {
  for (const handler of handlers) {
    if (getEndedUrl(handler) !== undefined || isUsedUp(handler)) continue

    const test: unknown = Reflect.get(handler, 'test')
    const isMatch: unknown = typeof test === 'function' && (await Reflect.apply(test, handler, [{ request: request.clone() }]))
    if (isMatch === true) return true
  }
  return false
}

/** Whether a handler with the option `once` has responded, and responds no more. */
function isUsedUp(handler: object): boolean {
  return Reflect.get(handler, 'isUsed') === true && Object(Reflect.get(handler, 'options')).once === true
}
