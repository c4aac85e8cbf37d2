import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { build } from 'esbuild'

const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src *"

/** Serves the page with its bundle and the service worker of MSW, under a policy that refuses `eval`. */
export async function servePage(): Promise<Listening> {
  const files: Files = {
    '/': ['text/html', '<!doctype html><title>Cases</title><script type="module" src="/cases.js"></script>'],
    '/cases.js': ['text/javascript', await bundle('cases')],
    '/beside-app': [
      'text/html',
      '<!doctype html><html lang="en"><title>App</title><script type="module" src="/beside-app.js"></script>',
    ],
    '/beside-app.js': ['text/javascript', await bundle('beside-app')],
    '/inspector.js': [
      'text/javascript',
      readFileSync(new URL('../../mock-server/dist/inspector/inspector.js', import.meta.url), 'utf8'),
    ],
    '/mockServiceWorker.js': ['text/javascript', readFileSync(workerFile(), 'utf8')],
  }
  return serveFiles(files, { 'content-security-policy': policy })
}

/** Files by their paths, with their types. */
export type Files = Readonly<Record<string, readonly [type: string, text: string]>>

export function serveFiles(files: Files, headers: Readonly<Record<string, string>> = {}): Promise<Listening> {
  return listen(async (request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? []
    if (type === undefined || text === undefined) return new Response(null, { status: 404 })
    return new Response(text, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } })
  })
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`page/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    // As a module, it can use top-level await, and keeps its imports when it runs.
    format: 'esm',
    platform: 'browser',
    conditions: ['@wfhost/source', 'browser'],
  })
  return outputFiles.map(({ text }) => text).join('\n')
}

function workerFile(): string {
  return fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))
}
