// MSW's getResponse behind node:http, through srvx.
import { createServer } from 'node:http'
import { getResponse, HttpResponse, http } from 'msw'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { answerByHand, headersByHand } from './answer-by-hand.ts'

const baseUrl = `http://127.0.0.1:${process.argv[2]}`
const handlers = [
  http.post(`${baseUrl}/api/v2/external/flows/:flowId/published-run`, ({ request }) => answer(request)),
  http.get(`${baseUrl}/v1/public/:product/manifest`, ({ request }) => answer(request)),
  http.get(`${baseUrl}/v1/orgs/:orgId/:product/manifest`, ({ request }) => answer(request)),
  http.post(`${baseUrl}/v1/public/:product/execute`, ({ request }) => answer(request)),
]

createServer((incoming, outgoing) => {
  // MSW clones the request, so it gets one of Node's own.
  const lazy = new NodeRequest({ req: incoming, res: outgoing })
  const answered =
    incoming.method === 'GET' ? respond(new Request(lazy.url, lazy)) : lazy.text().then((body) => respondTo(lazy, body))
  answered.then((response) => sendNodeResponse(outgoing, response)).catch((error: unknown) => outgoing.destroy(Object(error)))
}).listen(Number(process.argv[2]), '127.0.0.1')

function respondTo({ headers, method, url }: Request, body: string): Promise<Response> {
  return respond(new Request(url, { method, headers, body }))
}

async function respond(request: Request): Promise<Response> {
  return (await getResponse(handlers, request)) ?? new Response(null, { status: 404 })
}

async function answer(request: Request): Promise<Response> {
  const body = request.method === 'GET' ? undefined : await request.json()
  const { headers } = request
  const path = new URL(request.url).pathname
  const hand = answerByHand({ path, authorization: headers.get('authorization'), prefer: headers.get('prefer'), body })
  return HttpResponse.json(Object(hand.answer), { status: hand.status, headers: headersByHand(hand.status) })
}
