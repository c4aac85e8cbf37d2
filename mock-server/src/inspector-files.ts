import type { PlainRequest, PlainResponse } from './core/requests/plain-exchange.ts'
import { isForThisMachine } from './host/find-access-problem.ts'

// Beside the code that is published as well as beside the source: both stand one folder below the package.
const folder = new URL('../dist/inspector/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

/**
 * A file of the inspector, the page at `/__mock/`; undefined for any other path. The files hold no secret, so that they need
 * no token, which a browser could not send with an address; what they ask for needs it.
 */
export function inspectorFile(
  { token }: { readonly token: string | undefined },
  request: PlainRequest,
): PlainResponse | undefined {
  const name = request.path.slice('/__mock/'.length) || 'index.html'
  const type = types[name]
  if (type === undefined || (token === undefined && !isForThisMachine(request))) return undefined
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  try {
    const body = files?.readFileSync(new URL(name, folder), 'utf8')
    return body === undefined ? undefined : { status: 200, headers: { ...headers, 'content-type': type }, body }
  } catch {
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'The page is not built: npm run build does that' }
  }
}
