import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { parseJson } from '../parse-json.ts'
import { HookFailed, type Hooks } from '../target/target.ts'
import type { Config, HookConfig } from './config-schema.ts'

/** Makes the hooks that a configuration describes. Commands run in the folder. */
export function createHooks(hooks: Config['hooks'], folder: string): Partial<Hooks> {
  const { creditBalance, endedRuns, limitRate, publishWorkflow, regenerateKey } = hooks
  return {
    ...(publishWorkflow && {
      publishWorkflow: (flowId) => key('publishWorkflow', { hook: publishWorkflow, values: { flowId }, folder }),
    }),
    ...(regenerateKey && {
      regenerateKey: (flowId) => key('regenerateKey', { hook: regenerateKey, values: { flowId }, folder }),
    }),
    ...(creditBalance && { creditBalance: () => number('creditBalance', { hook: creditBalance, values: {}, folder }) }),
    ...(endedRuns && { endedRuns: (flowId) => number('endedRuns', { hook: endedRuns, values: { flowId }, folder }) }),
    ...(limitRate && {
      limitRate: async ({ requests, windowMs }) => {
        const values = { requests: String(requests), windowMs: String(windowMs) }
        await call('limitRate', { hook: limitRate, values, folder })
      },
    }),
  }
}

const longestMs = 30_000

interface HookCall {
  readonly hook: HookConfig
  readonly values: Readonly<Record<string, string>>
  readonly folder: string
}

/** What a key looks like is not shown (KEY-FORMAT), but white space has no place in one, and braces are an answer in JSON. */
async function key(name: string, hookCall: HookCall): Promise<string> {
  const text = await call(name, hookCall)
  if (text !== '' && !/[\s{}]/.test(text)) return text
  // It may have a key somewhere in it, so it is not shown.
  const found = text === '' ? 'nothing' : `${text.length} characters with white space or braces`
  throw new HookFailed(`hooks.${name}: expected the key alone, found ${found}; print the key only, or pick it from JSON`)
}

async function number(name: string, hookCall: HookCall): Promise<number> {
  const text = await call(name, hookCall)
  const value = Number(text)
  if (text === '' || !Number.isFinite(value))
    throw new HookFailed(`hooks.${name}: expected a number, found ${JSON.stringify(text)}`)
  return value
}

async function call(name: string, { folder, hook, values }: HookCall): Promise<string> {
  try {
    return 'command' in hook ? await runCommand(hook, { values, folder }) : await sendRequest(hook, values)
  } catch (error) {
    throw new HookFailed(`hooks.${name}: ${causeOf(error)}`, { cause: error })
  }
}

/** Runs a command with the values as `WFHOST_FLOW_ID` and the like; what it prints is the answer. */
async function runCommand(
  { command }: Extract<HookConfig, { command: unknown }>,
  { folder, values }: Omit<HookCall, 'hook'>,
): Promise<string> {
  const [name = '', ...args] = command
  const file = /[\\/]/.test(name) ? resolve(folder, name) : name
  const given = Object.entries(values).map(([name, value]) => [
    `WFHOST_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`,
    value,
  ])
  const { stdout } = await promisify(execFile)(file, args, {
    env: { ...process.env, ...Object.fromEntries(given) },
    cwd: folder,
    timeout: longestMs,
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && 'killed' in error && error.killed === true
    throw isLate ? new Error(`${name} has not ended within ${longestMs / 1000} s`) : error
  })
  return stdout.trim()
}

/** Sends a request in whose URL and body `{flowId}` and the like stand for the values. */
async function sendRequest(hook: Extract<HookConfig, { url: unknown }>, values: HookCall['values']): Promise<string> {
  const { body, headers, method, pick } = hook
  const url = hook.url.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
  const text = body === undefined ? undefined : JSON.stringify(body, (_, value) => filled(value, values))
  const place = `${method} ${url}`
  const { answer, ok, status } = await ask(url, { method, headers, ...(text === undefined ? {} : { body: text }) }).catch(
    (error: unknown) => {
      throw new Error(`${place} got no answer: ${causeOf(error)}`, { cause: error })
    },
  )
  if (!ok) throw new Error(`${place} answered ${status}`)
  if (pick === undefined) return answer.trim()
  const found = picked(answer, pick)
  if (found === undefined) throw new Error(`${place} answered ${status} without a string or a number at ${pick}`)
  return found
}

async function ask(
  url: string,
  request: RequestInit,
): Promise<{ readonly answer: string; readonly ok: boolean; readonly status: number }> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(longestMs) })
  return { answer: await response.text(), ok: response.ok, status: response.status }
}

/** What fetch says is that it failed; its cause says why. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error && error.message === 'fetch failed' ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** A string that is nothing but `{name}` becomes the value, as a number when it is one. */
function filled(value: unknown, values: HookCall['values']): unknown {
  if (typeof value !== 'string') return value
  const whole = values[/^\{(\w+)\}$/.exec(value)?.[1] ?? '']
  if (whole !== undefined) return /^\d+$/.test(whole) ? Number(whole) : whole
  return value.replace(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text)
}

function picked(answer: string, pointer: string): string | undefined {
  const tokens = pointer.split('/').slice(1)
  const value = tokens.reduce<unknown>(
    (node, token) => Object(node)[token.replaceAll('~1', '/').replaceAll('~0', '~')],
    parseJson(answer),
  )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
