/** The head of a response, before there is a Response. */
export interface Head {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
}

/** Statuses of which a Response with a body cannot be made. Those below 200 are replaced anyway. */
const STATUSES_WITHOUT_BODY = [204, 205, 304]

/** The characters that the constructor of Response accepts in a status text. */
const STATUS_TEXT = /^[\t -~\x80-\xff]*$/

/** Creates a Response, also with a status that the constructor of Response refuses and that a service can send. */
export function createResponse(body: BodyInit | null, head: Head): Response {
  const { headers, status } = head
  const isConstructible = status >= 200 && status <= 599
  const hasBody = !STATUSES_WITHOUT_BODY.includes(status)

  const response = new Response(hasBody ? body : null, {
    headers,
    status: isConstructible ? status : 500,
    statusText: STATUS_TEXT.test(head.statusText) ? head.statusText : '',
  })

  if (!isConstructible) Object.defineProperty(response, 'status', { value: status })
  return response
}
