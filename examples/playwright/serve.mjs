// Replaces the server of your page.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'

createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  createReadStream(new URL('credits.html', import.meta.url)).pipe(response)
}).listen(4173, '127.0.0.1')
