import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../parse-json.ts'
import { isConnectionBroken } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import { HookFailed, HookRefused, type Hooks } from '../target/target.ts'
import { type HookConfig, type HooksConfig, placeholder, variableOf } from './hook-schema.ts'

const longestMs = 30_000

/** What a hook is called with, by the names of its placeholders. */
type Values = Readonly<Record<string, string>>

/**
 * Makes the hooks that a configuration describes. Commands run in the folder. No message shows what a hook holds or what
 * it answered, as any of it may be a secret.
 */
export function createHooks(hooks: HooksConfig, folder: string): Partial<Hooks> {
  const { creditBalance, endedRuns, limitRate, publishToolSet, publishWorkflow, regenerateKey, unpublishWorkflow } = hooks

  async function call(name: keyof Hooks, hook: HookConfig, values: Values): Promise<string> {
    try {
      if ('command' in hook) return await runCommand(hook.command, folder, values)
      return await sendRequest(hook, values).catch((error: unknown) => sendAgain(error, { hook, name, values }))
    } catch (error) {
      const Failure = error instanceof HookRefused ? HookRefused : HookFailed
      throw new Failure(`hooks.${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  /** What a key looks like is not shown (KEY-FORMAT), but white space has no place in one, and braces are an answer in JSON. */
  async function key(name: keyof Hooks, hook: HookConfig, flowId: string): Promise<string> {
    const text = await call(name, hook, { flowId })
    if (text !== '' && !/[\s{}]/.test(text)) return text
    const found = text === '' ? 'nothing' : `${text.length} characters with white space or braces`
    throw new HookFailed(`hooks.${name}: expected the key alone, found ${found}; print the key only, or pick it from JSON`)
  }

  async function number(name: keyof Hooks, hook: HookConfig, values: Values): Promise<number> {
    const text = await call(name, hook, values)
    const value = Number(text)
    if (text !== '' && Number.isFinite(value)) return value
    const found = text === '' ? 'nothing' : `${text.length} characters that are none`
    throw new HookFailed(`hooks.${name}: expected a number, found ${found}; print the number only, or pick it from JSON`)
  }

  return {
    ...(publishWorkflow && { publishWorkflow: (flowId) => key('publishWorkflow', publishWorkflow, flowId) }),
    ...(unpublishWorkflow && {
      unpublishWorkflow: async (flowId) => void (await call('unpublishWorkflow', unpublishWorkflow, { flowId })),
    }),
    ...(publishToolSet && {
      publishToolSet: async (publication) => void (await call('publishToolSet', publishToolSet, publication)),
    }),
    ...(regenerateKey && { regenerateKey: (flowId) => key('regenerateKey', regenerateKey, flowId) }),
    ...(creditBalance && { creditBalance: () => number('creditBalance', creditBalance, {}) }),
    ...(endedRuns && { endedRuns: (flowId) => number('endedRuns', endedRuns, { flowId }) }),
    ...(limitRate && {
      limitRate: async ({ requests, windowMs }) => {
        await call('limitRate', limitRate, { requests: String(requests), windowMs: String(windowMs) })
      },
    }),
  }
}

/** Runs a command with the values as `WFHOST_FLOW_ID` and the like; what it prints is the answer. */
async function runCommand(command: readonly string[], folder: string, values: Values): Promise<string> {
  const [name = '', ...args] = command
  const given = Object.entries(values).map(([member, value]) => [variableOf(member), value])
  const ended = promisify(execFile)(/[\\/]/.test(name) ? resolve(folder, name) : name, args, {
    env: { ...process.env, ...Object.fromEntries(given) },
    cwd: folder,
    timeout: longestMs,
  })
  const { stdout } = await ended.catch((error: { readonly code?: unknown; readonly killed?: boolean }) => {
    if (error.killed === true) throw new Error(`the command has not ended within ${longestMs / 1000} s`)
    if (error.code === 'ENOENT') throw new Error(`there is no command ${name}`)
    throw new Error(`the command ended with ${error.code}; run it by itself to see what it says, which no report shows`)
  })
  return stdout.trim()
}

/** The request broke on its way, so that nobody knows whether it did what it is for. */
class Broken extends Error {
  override readonly name = 'Broken'
}

/** Sends once more what broke on its way, where twice is as good as once: not what makes a key. */
async function sendAgain(
  error: unknown,
  { hook, name, values }: { readonly hook: HttpHook; readonly name: keyof Hooks; readonly values: Values },
): Promise<string> {
  if (!(error instanceof Broken)) throw error
  if (name !== 'publishWorkflow' && name !== 'regenerateKey') return sendRequest(hook, values)
  throw new Error(`${error.message}. It may have made a key, so it was not sent again`, { cause: error })
}

type HttpHook = Extract<HookConfig, { url: unknown }>

/** Sends a request in whose URL, headers and body `{flowId}` and the like stand for the values. */
async function sendRequest(hook: HttpHook, values: Values): Promise<string> {
  const { pick } = hook
  const { status, text } = await answerTo(hook, values).catch((error: unknown) => {
    const message = `the request got no answer ${causeOf(error)}`
    throw error instanceof Error && isConnectionBroken({ cause: error })
      ? new Broken(message)
      : new Error(message, { cause: error })
  })
  const message = `the request was answered with ${status}; ${remedyFor(status)}`
  if (status >= 502 && status <= 504) throw new Broken(message)
  if (status >= 300 && status < 500) throw new HookRefused(message)
  if (status < 200 || status > 299) throw new Error(message)
  if (pick === undefined) return text.trim()
  const found = picked(text, pick)
  if (found === undefined) throw new Error(`the answer has no string and no number at ${pick}, where pick says`)
  return found
}

async function answerTo(
  { body, headers: own, method, url }: HttpHook,
  values: Values,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = new Headers(Object.entries(own).map(([name, value]): [string, string] => [name, filled(value, values)]))
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  // A server may close a connection that was idle in between just when it is used again.
  headers.set('connection', 'close')
  const response = await fetch(
    url.replace(placeholder, (_, name: string) => encodeURIComponent(values[name] ?? '')),
    {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body, (_, value) => filledIn(value, values)) }),
      // Its headers and body are for this address, and for no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    },
  )
  return { status: response.status, text: await response.text() }
}

/** What fetch says is that it failed; the code of its cause says why, and does not quote the address. */
function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `within ${longestMs / 1000} s: it has to answer when it has done it, or at once where it is asked again`
  }
  const { code, message } = Object(error instanceof Error ? error.cause : undefined)
  return `(${code ?? (message === 'bad port' ? message : 'it cannot be sent')}): check its url, and that what is there is up`
}

function remedyFor(status: number): string {
  if (status >= 300 && status < 400) return 'hooks follow no redirect: give it the address that this one leads to'
  if (status === 401 || status === 403) return 'check the key in its headers'
  if (status === 404 || status === 405) return 'check its url and its method'
  if (status >= 502 && status <= 504) return 'a gateway says that what is behind it is not up'
  return 'send it by itself to see what it says, which no report shows'
}

/** A string that is nothing but `{name}` becomes the value, as a number when it is one. */
function filledIn(value: unknown, values: Values): unknown {
  if (typeof value !== 'string') return value
  const text = filled(value, values)
  // Of `007` a number would not be the same.
  return /^\{\w+\}$/.test(value) && String(Number(text)) === text ? Number(text) : text
}

function filled(text: string, values: Values): string {
  return text.replace(placeholder, (whole, name: string) => values[name] ?? whole)
}

function picked(answer: string, pointer: string): string | undefined {
  const value = select(parseJson(answer), pointer)[0]?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
