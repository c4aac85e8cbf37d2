// Sends the same bytes for every request and reads no body, so that only the time of the client remains.
import { createServer } from 'node:http'
import { operationNamed } from './operations.ts'

const text = JSON.stringify(operationNamed('sync run').responseBody)
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, headers)
    response.end(text)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
