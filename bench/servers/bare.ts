// The limit: node:http, JSON.parse of the body, JSON.stringify of the answer, and nothing else.
import { createServer } from 'node:http'
import { answerByHand, headersByHand } from './answer-by-hand.ts'

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const [first] = chunks
    const whole = chunks.length === 1 ? first : Buffer.concat(chunks)
    const body = whole === undefined || whole.length === 0 ? undefined : JSON.parse(whole.toString())
    const { authorization, prefer } = request.headers
    const hand = answerByHand({ path: request.url ?? '', authorization, prefer: String(prefer), body })
    const text = JSON.stringify(hand.answer)
    response.writeHead(hand.status, { ...headersByHand(hand.status), 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
