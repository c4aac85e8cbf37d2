/** The request of a thread to its page. Any message on its port ends the request. */
export interface Asked {
  readonly url: string
  readonly init: RequestInit
}

/** A message on the port: the head of the response, then its body; or, at any time, the reason of a failure. */
type Answered = ResponseInit | ArrayBuffer | { readonly failed: string }

/**
 * A `fetch` for a thread. Its page sends the request, because each page has a world of its own. From a thread, MSW would choose
 * the first visible page.
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

/** Sends the request of a thread, and returns the response to it. */
export async function answerThread({ init, url }: Asked, port: MessagePort): Promise<void> {
  const aborting = new AbortController()
  port.addEventListener('message', () => aborting.abort())
  port.start()
  const answer = (answered: Answered): void => port.postMessage(answered)
  try {
    const response = await fetch(url, { ...init, signal: aborting.signal })
    // A thread cannot construct the response to a redirect that is not followed. That response contains nothing else.
    if (response.type === 'opaqueredirect') throw new TypeError('Redirected')
    answer({ status: response.status, statusText: response.statusText, headers: [...response.headers] })
    answer(await response.arrayBuffer())
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) })
  }
}
