// Answers every request with the same bytes and reads no body: what is left of a call is the client's.
import { createServer } from 'node:http'
import { operationNamed } from './operations.ts'

const text = JSON.stringify(operationNamed('sync run').answer)
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(text)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
