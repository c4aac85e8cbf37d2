/** The request of a thread to its page. Any message on its port ends the request. */
export interface ThreadRequest {
  readonly url: string
  readonly init: RequestInit
}

/** A message on the port: the head of the response, then its body; or, at any time, the reason of a failure. */
type PortMessage = ResponseInit | ArrayBuffer | { readonly failed: string }

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
    receiveBody(port, { signal, onFail: reject, onHead: resolve })
    const sent: ThreadRequest = { url, init: { method, headers: [...request.headers], body, redirect } }
    postMessage({ request: sent }, { transfer: [other] })
  })
}

interface Receiver {
  readonly signal: AbortSignal
  readonly onHead: (response: Response) => void
  readonly onFail: (reason: unknown) => void
}

/**
 * Receives a response from a port. A client that has read enough cancels the body or aborts the request. A message that arrives
 * afterwards is dropped: the stream would throw for it.
 */
function receiveBody(port: MessagePort, { onFail, onHead, signal }: Receiver): void {
  let isOver = false
  const end = (): void => {
    isOver = true
    port.postMessage('abort')
  }
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const fail = (reason: unknown): void => {
        if (isOver) return
        isOver = true
        onFail(reason)
        controller.error(reason)
      }
      port.addEventListener('message', ({ data }: MessageEvent<PortMessage>) => {
        if (isOver) return
        if (data instanceof ArrayBuffer) {
          isOver = true
          controller.enqueue(new Uint8Array(data))
          controller.close()
        } else if ('failed' in data) fail(new TypeError(data.failed))
        else onHead(new Response([204, 205, 304].includes(data.status ?? 200) ? null : stream, data))
      })
      signal.addEventListener('abort', () => {
        fail(signal.reason)
        end()
      })
    },
    cancel: end,
  })
  port.start()
}

/** Sends the request of a thread, and posts the response back to it. */
export async function sendForThread({ init, url }: ThreadRequest, port: MessagePort): Promise<void> {
  const aborting = new AbortController()
  port.addEventListener('message', () => aborting.abort())
  port.start()
  const answer = (message: PortMessage): void => port.postMessage(message)
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
