import { toCurl } from '@wfhost/internal/curl'
import type { JsonObject } from '../src/core/json.ts'
import { encodePercent } from './percent.ts'

/** A request with the names of keys in place of the keys, as the journal shows it. */
export interface PlainSent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A run of a workflow that a person has put together. */
export interface SentRun {
  readonly flowId: string
  readonly args: JsonObject
  readonly mode: 'sync' | 'async'
  /** The name of the key, such as `[key of workflow echo]`; empty for a request without a key. */
  readonly keyName: string
}

/** Returns the request that a run sends. */
export function toRequest({ args, flowId, keyName, mode }: SentRun): PlainSent {
  const pairs = Object.entries(args).map(([name, value]) => ({ name, value }))
  return {
    method: 'POST',
    // As in the API document. Its table of operations is too large for the page.
    path: `/api/v2/external/flows/${encodePercent(flowId)}/published-run`,
    headers: {
      ...(keyName === '' ? {} : { authorization: `Bearer ${keyName}` }),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ args: pairs, mode }),
  }
}

const keyPattern = /\[(?:old key|key|session) [^\]\n]+\]/g

/** Writes a request as a shell command. Each key is the variable WFHOST_KEY, so that a shared command shows no key. */
export function writeCurl({ body, headers, method, path }: PlainSent, baseUrl: string): string {
  const names = [path, body, ...Object.values(headers)].join('\n').match(keyPattern) ?? []
  const words = new Map(names.map((name) => [name, '"$WFHOST_KEY"']))
  const command = toCurl({ method, url: baseUrl + path, headers, body }, { flags: '-s', words })
  const readable = command.replace(`'authorization: Bearer '"$WFHOST_KEY"`, '"authorization: Bearer $WFHOST_KEY"')
  return readable.replace(/ (?=-H |--data-raw )/g, ' \\\n  ')
}

/** Writes a run with the client. */
export function writeTypeScript(run: SentRun, baseUrl: string): string {
  return `import { createWorkflowClient, unwrap } from '@wfhost/sdk'

${writeClient(baseUrl)}
const run = await client.${writeCall(run)}

${run.mode === 'sync' ? 'console.log(unwrap(run))' : 'console.log(run.runId)'}
`
}

/** The outcome that a test expects. */
export type ExpectedOutcome =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly errorName: string }
  | { readonly kind: 'started' }

/** Writes a run as a test for vitest that expects an outcome. */
export function writeVitest(
  run: SentRun,
  { baseUrl, outcome }: { readonly baseUrl: string; readonly outcome: ExpectedOutcome },
): string {
  const lines = writeExpectation(run, outcome)
  return `import { createWorkflowClient } from '@wfhost/sdk'
import { expect, test } from 'vitest'

test(${quote(writeTitle(run.flowId, outcome))}, async () => {
  ${writeClient(baseUrl).replaceAll('\n', '\n  ')}

${lines.map((line) => `  ${line}`).join('\n')}
})
`
}

function writeTitle(flowId: string, outcome: ExpectedOutcome): string {
  if (outcome.kind === 'refused') return `${flowId} is refused with ${outcome.status}`
  if (outcome.kind === 'failed') return `${flowId} fails with ${outcome.errorName}`
  if (outcome.kind === 'started') return `${flowId} starts`
  return `${flowId} succeeds`
}

function writeExpectation(run: SentRun, outcome: ExpectedOutcome): readonly string[] {
  const call = `client.${writeCall(run)}`
  if (outcome.kind === 'refused') return [`await expect(${call}).rejects.toMatchObject({ status: ${outcome.status} })`]

  return [`const run = await ${call}`, '', `expect(run).toMatchObject(${writeRun(run, outcome)})`]
}

function writeRun({ mode }: SentRun, outcome: ExpectedOutcome): string {
  if (outcome.kind === 'failed') return `{ status: 'failed', error: { name: ${quote(outcome.errorName)} } }`
  if (outcome.kind === 'succeeded') return `{ status: 'success', result: ${writeValue(outcome.result)} }`
  return mode === 'async' ? '{ runId: expect.any(String) }' : "{ status: 'success' }"
}

function writeClient(baseUrl: string): string {
  return `const client = createWorkflowClient({
  baseUrl: ${quote(baseUrl)},
  apiKey: process.env['WFHOST_KEY'] ?? '',
})`
}

function writeCall({ args, flowId, mode }: SentRun): string {
  const method = mode === 'sync' ? 'run' : 'start'
  return `${method}(${quote(flowId)}${Object.keys(args).length === 0 ? '' : `, ${writeValue(args)}`})`
}

/** Writes a value of JSON as code, with names without quotes where the language allows it. */
function writeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => `${writeName(name)}: ${writeValue(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function writeName(name: string): string {
  // Without the brackets, this member would set the prototype.
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
