import type { Call } from '../target/exchange.ts'
import type { Secrets } from './secrets.ts'

/** A command that sends a call again. Secrets are variables in it, which the reader sets. */
export function toCurl(call: Call, secrets: Secrets): string {
  const { quoteForShell } = secrets
  const headers = Object.entries(call.headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`)
  const method = call.method === 'GET' ? [] : [`-X ${call.method}`]
  const body = call.body === undefined ? [] : [`--data-binary ${quoteForShell(call.body)}`]
  // curl sends a type of its own for a body and a header that it is not told to leave alone.
  const type = call.body === undefined || 'content-type' in call.headers ? [] : ["-H 'content-type:'"]
  return ['curl -sS -i', ...method, quoteForShell(call.url), ...headers, ...type, ...body].join(' ')
}
