import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../parse-json.ts'
import { isConnectionBroken } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import { HookRefused } from '../target/target.ts'
import { type HttpHookConfig, PLACEHOLDER_PATTERN, variableOf } from './hook-schema.ts'

/** The time limit of a command or a request, in milliseconds. */
const HOOK_TIMEOUT_MS = 30_000

/** The values of a hook, by the names of its placeholders. */
export type HookValues = Readonly<Record<string, string>>

/** Runs a command with the values as variables such as `WFHOST_FLOW_ID`. Returns its output. */
export async function runHookCommand(command: readonly string[], folder: string, values: HookValues): Promise<string> {
  const [name = '', ...args] = command
  const isPath = /[\\/]/.test(name)
  const executable = isPath ? resolve(folder, name) : name
  const variables = Object.fromEntries(Object.entries(values).map(([member, value]) => [variableOf(member), value]))

  try {
    const env = { ...process.env, ...variables }
    const { stdout } = await promisify(execFile)(executable, args, { env, cwd: folder, timeout: HOOK_TIMEOUT_MS })
    return stdout.trim()
  } catch (error) {
    if (Object(error).killed === true) throw new HookTimedOut(`the command has not ended within ${HOOK_TIMEOUT_MS / 1000} s`)
    throw new Error(describeCommandError(error, name))
  }
}

/** The error for a hook that has not ended within its time limit. */
export class HookTimedOut extends Error {
  override readonly name = 'HookTimedOut'
}

/** Describes why a command failed, without its output, which may contain secrets. */
function describeCommandError(error: unknown, name: string): string {
  const { code } = Object(error)
  if (code === 'ENOENT') return `there is no command ${name}`
  return `the command ended with ${code}; run it in a terminal to see its output, which no report shows`
}

/** The error for a request whose connection broke, so that it is unknown whether the request had an effect. */
export class RequestBroken extends Error {
  override readonly name = 'RequestBroken'
}

/** Sends a request in which the values replace the placeholders. Returns the picked part of the response, or its text. */
export async function sendHookRequest(hook: HttpHookConfig, values: HookValues): Promise<string> {
  const { status, text } = await sendOrExplain(hook, values)
  refuseErrorStatus(status)
  refusePage(text)

  const { pick: pointer } = hook
  if (pointer === undefined) return text.trim()

  const picked = select(parseJson(text), pointer)[0]?.value
  if (typeof picked === 'string' || typeof picked === 'number') return String(picked)
  throw new Error(`the response has no string and no number at ${pointer}, the value of pick`)
}

interface HookResponse {
  readonly status: number
  readonly text: string
}

async function sendOrExplain(hook: HttpHookConfig, values: HookValues): Promise<HookResponse> {
  try {
    return await sendRequest(hook, values)
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    if (isTimeout) throw new HookTimedOut(describeTimeout(), { cause: error })

    const message = `the request got no response ${describeNetworkFailure(error)}`
    if (isConnectionBroken(error)) throw new RequestBroken(message)
    throw new Error(message, { cause: error })
  }
}

/** Sends the request of a hook, with the values in place of the placeholders. */
async function sendRequest({ body, headers, method, url }: HttpHookConfig, values: HookValues): Promise<HookResponse> {
  const requestHeaders = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    requestHeaders.append(name, replacePlaceholders(value, values))
  }
  if (body !== undefined && !requestHeaders.has('content-type')) requestHeaders.set('content-type', 'application/json')
  // Each hook has a connection of its own. A server may close an idle one at the moment when the next hook uses it.
  requestHeaders.set('connection', 'close')

  const requestUrl = url.replace(PLACEHOLDER_PATTERN, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const requestBody = body === undefined ? null : JSON.stringify(body, (_, value) => replacePlaceholdersInValue(value, values))
  const response = await fetch(requestUrl, {
    method,
    headers: requestHeaders,
    body: requestBody,
    // A redirect must not send the headers and the body to another address.
    redirect: 'manual',
    signal: AbortSignal.timeout(HOOK_TIMEOUT_MS),
  })
  return { status: response.status, text: await response.text() }
}

/** Throws unless the status is successful. A 3xx or 4xx status means that the request had no effect. */
function refuseErrorStatus(status: number): void {
  const message = `the response has the status ${status}; ${findRemedy(status)}`
  if (isGatewayError(status)) throw new RequestBroken(message)
  if (status >= 300 && status < 500) throw new HookRefused(message)
  if (status < 200 || status > 299) throw new Error(message)
}

/** Throws for a page, such as that of a login. It has the status 200, too. */
function refusePage(text: string): void {
  const isPage = /^\s*<(!doctype|html)\b/i.test(text)
  if (isPage) throw new Error('the response is a page for people; check its url, and whether it needs a login')
}

function isGatewayError(status: number): boolean {
  return status >= 502 && status <= 504
}

function findRemedy(status: number): string {
  if (status >= 300 && status < 400) return 'hooks follow no redirect: set its url to the address in the redirect'
  if (status === 401 || status === 403) return 'check the key in its headers'
  if (status === 404 || status === 405) return 'check its url and its method'
  if (isGatewayError(status)) return 'a gateway reports that the server behind it is not up'
  return 'send the request yourself to see the response, which no report shows'
}

function describeTimeout(): string {
  const seconds = HOOK_TIMEOUT_MS / 1000
  return `the request got no response within ${seconds} s: it must respond when its work is done, and immediately if nothing is left to do`
}

/** Describes why fetch failed, by the code of the cause. The message of the cause may quote the address. */
function describeNetworkFailure(error: unknown): string {
  const { code, message } = Object(error instanceof Error ? error.cause : undefined)
  const reason = code ?? (message === 'bad port' ? message : 'it cannot be sent')
  return `(${reason}): check its url, and that what is there is up`
}

/** Replaces the placeholders in a JSON value. A text that is only a placeholder becomes a number if its value is one. */
function replacePlaceholdersInValue(value: unknown, values: HookValues): unknown {
  if (typeof value !== 'string') return value

  const text = replacePlaceholders(value, values)
  const isOnlyPlaceholder = /^\{\w+\}$/.test(value)
  // A value such as 007 stays a text, because the number 7 is written differently.
  const isNumber = String(Number(text)) === text
  return isOnlyPlaceholder && isNumber ? Number(text) : text
}

function replacePlaceholders(text: string, values: HookValues): string {
  return text.replace(PLACEHOLDER_PATTERN, (match, name: string) => values[name] ?? match)
}
