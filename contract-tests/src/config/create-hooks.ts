import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Hooks } from '../target.ts'
import { ConfigError } from './config-error.ts'
import type { Config, HookConfig } from './config-schema.ts'

/** Makes the hooks that a configuration describes. */
export function createHooks(hooks: Config['hooks']): Partial<Hooks> {
  const { creditBalance, endedRuns, limitRate, publishWorkflow, regenerateKey } = hooks
  return {
    ...(publishWorkflow && {
      publishWorkflow: (flowId) => call('publishWorkflow', { hook: publishWorkflow, values: { flowId } }),
    }),
    ...(regenerateKey && { regenerateKey: (flowId) => call('regenerateKey', { hook: regenerateKey, values: { flowId } }) }),
    ...(creditBalance && { creditBalance: () => number('creditBalance', { hook: creditBalance, values: {} }) }),
    ...(endedRuns && { endedRuns: () => number('endedRuns', { hook: endedRuns, values: {} }) }),
    ...(limitRate && {
      limitRate: async ({ requests, windowMs }) => {
        await call('limitRate', { hook: limitRate, values: { requests: String(requests), windowMs: String(windowMs) } })
      },
    }),
  }
}

interface HookCall {
  readonly hook: HookConfig
  readonly values: Readonly<Record<string, string>>
}

async function number(name: string, hookCall: HookCall): Promise<number> {
  const text = await call(name, hookCall)
  const value = Number(text)
  if (text === '' || !Number.isFinite(value))
    throw new ConfigError(`hooks.${name}: expected a number, found ${JSON.stringify(text)}`)
  return value
}

async function call(name: string, { hook, values }: HookCall): Promise<string> {
  try {
    return 'command' in hook ? await runCommand(hook, values) : await sendRequest(hook, values)
  } catch (error) {
    throw new ConfigError(`hooks.${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Runs a command with the values as `WFHOST_FLOW_ID` and the like; what it prints is the answer. */
async function runCommand({ command }: Extract<HookConfig, { command: unknown }>, values: HookCall['values']): Promise<string> {
  const [file = '', ...args] = command
  const given = Object.entries(values).map(([name, value]) => [
    `WFHOST_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`,
    value,
  ])
  const { stdout } = await promisify(execFile)(file, args, {
    env: { ...process.env, ...Object.fromEntries(given) },
    timeout: 30_000,
  })
  return stdout.trim()
}

/** Sends a request in whose URL and body `{flowId}` and the like stand for the values. */
async function sendRequest(hook: Extract<HookConfig, { url: unknown }>, values: HookCall['values']): Promise<string> {
  const { body, headers, method, pick } = hook
  const url = hook.url.replace(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(values[name] ?? whole))
  const text = body === undefined ? undefined : JSON.stringify(body, (_, value) => filled(value, values))
  const response = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(30_000),
    ...(text === undefined ? {} : { body: text }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`)
  return pick === undefined ? answer.trim() : picked(answer, pick)
}

/** A string that is nothing but `{name}` becomes the value, as a number when it is one. */
function filled(value: unknown, values: HookCall['values']): unknown {
  if (typeof value !== 'string') return value
  const whole = values[/^\{(\w+)\}$/.exec(value)?.[1] ?? '']
  if (whole !== undefined) return /^\d+$/.test(whole) ? Number(whole) : whole
  return value.replace(/\{(\w+)\}/g, (text, name: string) => values[name] ?? text)
}

function picked(answer: string, pointer: string): string {
  const tokens = pointer.split('/').slice(1)
  const value = tokens.reduce<unknown>(
    (node, token) => Object(node)[token.replaceAll('~1', '/').replaceAll('~0', '~')],
    JSON.parse(answer),
  )
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`the answer has no string or number at ${pointer}`)
  return String(value)
}
