import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../parse-json.ts'
import { select } from '../target/select.ts'
import { HookFailed, type Hooks } from '../target/target.ts'
import type { Config, HookConfig } from './config-schema.ts'

const longestMs = 30_000

/** What a hook is called with, by the names of its placeholders. */
type Values = Readonly<Record<string, string>>

/**
 * Makes the hooks that a configuration describes. Commands run in the folder. No message shows what a hook holds or what
 * it answered, as any of it may be a secret.
 */
export function createHooks(hooks: Config['hooks'], folder: string): Partial<Hooks> {
  const { creditBalance, endedRuns, limitRate, publishToolSet, publishWorkflow, regenerateKey, unpublishWorkflow } = hooks

  async function call(name: keyof Hooks, hook: HookConfig, values: Values): Promise<string> {
    try {
      return 'command' in hook ? await runCommand(hook.command, folder, values) : await sendRequest(hook, values)
    } catch (error) {
      throw new HookFailed(`hooks.${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
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
    throw new HookFailed(`hooks.${name}: expected a number, found ${found}`)
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
  const given = Object.entries(values).map(([member, value]) => [
    `WFHOST_${member.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`,
    value,
  ])
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

/** Sends a request in whose URL and body `{flowId}` and the like stand for the values. */
async function sendRequest(hook: Extract<HookConfig, { url: unknown }>, values: Values): Promise<string> {
  const { body, method, pick } = hook
  const url = hook.url.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
  const headers = new Headers(hook.headers)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body, (_, value) => filled(value, values)) }),
    // Its headers and body are for this address, and for no other.
    redirect: 'manual',
    signal: AbortSignal.timeout(longestMs),
  }).catch((error: unknown) => {
    throw new Error(`the request got no answer: ${causeOf(error)}`, { cause: error })
  })
  const { status } = response
  if (status >= 300 && status < 400) throw new Error(`the request was answered with ${status}; hooks follow no redirect`)
  if (!response.ok) throw new Error(`the request was answered with ${status}`)
  const answer = await response.text()
  if (pick === undefined) return answer.trim()
  const found = picked(answer, pick)
  if (found === undefined) throw new Error(`the answer has no string and no number at ${pick}`)
  return found
}

/** What fetch says is that it failed; the code of its cause says why, and does not quote the address. */
function causeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error && error.name === 'TimeoutError' ? `within ${longestMs / 1000} s` : 'the address cannot be used'
}

/** A string that is nothing but `{name}` becomes the value, as a number when it is one. */
function filled(value: unknown, values: Values): unknown {
  if (typeof value !== 'string') return value
  const whole = values[/^\{(\w+)\}$/.exec(value)?.[1] ?? '']
  if (whole !== undefined) return /^\d+$/.test(whole) ? Number(whole) : whole
  return value.replace(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text)
}

function picked(answer: string, pointer: string): string | undefined {
  const value = select(parseJson(answer), pointer)[0]?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
