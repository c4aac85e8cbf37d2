/** What a thread asks of its page. Whatever comes back on the port that is with it ends the request. */
export interface Asked {
  readonly url: string
  readonly init: RequestInit
}

/** What comes on the port: the head of the response, then its body; or, at any time, why there is none. */
type Answered = ResponseInit | ArrayBuffer | { readonly failed: string }

/**
 * A `fetch` for a thread, which its page does: each page has a world of its own, and a request of a thread would reach the
 * page that MSW finds first among those that are visible.
 */
export async function fetchInPage(input: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const request = new Request(input, options)
  const { method, redirect, signal, url } = request
  const body = /^(?:GET|HEAD)$/.test(method) ? null : await request.arrayBuffer()
  signal.throwIfAborted()
  const { port1: port, port2: other } = new MessageChannel()
  return new Promise((resolve, reject) => {
    const rest = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const fail = (reason: unknown): void => {
          reject(reason)
          controller.error(reason)
        }
        port.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
          if (data instanceof ArrayBuffer) {
            controller.enqueue(new Uint8Array(data))
            controller.close()
          } else if ('failed' in data) fail(new TypeError(data.failed))
          else resolve(new Response([204, 205, 304].includes(data.status ?? 200) ? null : rest, data))
        })
        signal.addEventListener('abort', () => {
          port.postMessage('abort')
          fail(signal.reason)
        })
      },
    })
    port.start()
    const asked: Asked = { url, init: { method, headers: [...request.headers], body, redirect } }
    postMessage({ asked }, { transfer: [other] })
  })
}

/** Does what a thread asks, and answers it. */
export async function answerThread({ init, url }: Asked, port: MessagePort): Promise<void> {
  const aborting = new AbortController()
  port.addEventListener('message', () => aborting.abort())
  port.start()
  const answer = (answered: Answered): void => port.postMessage(answered)
  try {
    const response = await fetch(url, { ...init, signal: aborting.signal })
    // No thread can make the response to a redirect that is not followed, which says nothing but that.
    if (response.type === 'opaqueredirect') throw new TypeError('Redirected')
    answer({ status: response.status, statusText: response.statusText, headers: [...response.headers] })
    answer(await response.arrayBuffer())
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) })
  }
}
