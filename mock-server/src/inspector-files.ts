import type { PlainRequest, PlainResponse } from './core/requests/plain-exchange.ts'
import { isForThisMachine } from './host/find-access-problem.ts'

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/**
 * Returns a file of the inspector, the page at `/__mock/`. Returns undefined for any other path. The files need no token: they
 * contain no secret, and a browser cannot send a token with an address. The requests of the page need the token.
 */
export async function findInspectorFile(
  { token }: { readonly token: string | undefined },
  request: PlainRequest,
): Promise<PlainResponse | undefined> {
  const name = request.path.slice('/__mock/'.length) || 'index.html'
  const type = types[name]
  if (type === undefined || (token === undefined && !isForThisMachine(request))) return undefined
  const body = await readFile(name)
  return body === undefined ? undefined : { status: 200, headers: { ...headers, 'content-type': type }, body }
}

/** Reads a file of the built page. The published code and the source are both one folder below the package, so one path fits. */
async function readFile(name: string): Promise<string | undefined> {
  // The URL is in a variable, because a bundler would treat a literal URL as a file to bundle.
  const here = import.meta.url
  const files = globalThis.process?.getBuiltinModule?.('node:fs/promises')
  if (files === undefined) return undefined
  // A clone builds it when it is wanted, as it runs the source of everything else.
  // Not as a URL, which Turbopack looks for in what is published, and then does not build.
  if (here.endsWith('.ts')) await (await import(here.replace(/src\/[^/]+$/, 'inspector/build.ts'))).buildInspector()
  return files.readFile(new URL(`../dist/inspector/${name}`, here), 'utf8')
}
