import type { RunningServer } from '../default-server.ts'
import { Engine } from './engine.ts'
import { serve as serveExpress } from './express.ts'
import { serve as serveFastify } from './fastify.ts'
import { serve as serveHono } from './hono.ts'
import { serve as serveNest } from './nest.ts'
import { serveProcess } from './process.ts'
import type { Serve } from './server.ts'

export { fixtures } from './engine.ts'

const serveByName: Readonly<Record<string, Serve>> = {
  'Express 5': serveExpress,
  'Fastify 5': serveFastify,
  'Hono 4': serveHono,
  'NestJS 12': serveNest,
}

/** The commands that start the servers in other languages. */
const commandByName: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Django 3': ['/usr/bin/python3', '-B', 'django_server.py'],
  'Flask 3': ['python3', '-B', 'flask_server.py'],
  'Sinatra 3': ['ruby', 'ruby_server.rb'],
  Go: ['go', 'run', 'go/main.go', 'go/flows.go'],
  'Java and Gson 2': [
    'sh',
    '-c',
    'javac -cp $GSON -d $STATE java/*.java && exec java -Dsun.net.httpserver.nodelay=true -cp $GSON:$STATE Server',
  ],
  'PHP 8': ['php', '-S', '127.0.0.1:0', 'php_server.php'],
}

/** Starts the server of a framework, with the lines that mend some of its defaults. */
export async function openServer(name: string, options: { readonly mended: readonly string[] }): Promise<RunningServer> {
  const serve = serveByName[name]
  if (serve === undefined) return serveProcess(commandByName[name] ?? [name], options)

  const engine = new Engine()
  return { ...(await serve(engine, options)), hooks: engine.hooks }
}
