import { didYouMean } from '@wfhost/internal/messages'
import { z } from 'zod'
import { headerText, text } from '../target/fixtures.ts'
import type { Hooks } from '../target/target.ts'

const httpHook = z.strictObject({
  url: text,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: z
    .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'expected the name of a header' }), headerText)
    .default({}),
  body: z.unknown().optional(),
  pick: z.string().startsWith('/').optional(),
})
const hook = z.union([httpHook, z.strictObject({ command: z.array(text).min(1) })], {
  error: 'expected a request { url: … } or a command { command: [ … ] }',
})

/** What a hook does: an HTTP request, of whose answer a JSON pointer picks a value, or a command that prints one. */
export type HookConfig = z.infer<typeof hook>

/** The hooks of a configuration, each with the placeholders that it may have. */
export const hooksSchema = z
  .strictObject({
    publishWorkflow: hookGiven('flowId'),
    unpublishWorkflow: hookGiven('flowId'),
    publishToolSet: hookGiven('toolSet', 'version'),
    regenerateKey: hookGiven('flowId'),
    creditBalance: hookGiven(),
    limitRate: hookGiven('requests', 'windowMs'),
    endedRuns: hookGiven('flowId'),
  } satisfies Readonly<Record<keyof Hooks, unknown>>)
  .partial()
  .default({})

export type HooksConfig = z.infer<typeof hooksSchema>

/** A hook that would not be sent as it is written is refused before anything is. */
function hookGiven(...names: readonly string[]) {
  return hook.superRefine((given, { addIssue }) => {
    const refuse = (path: readonly PropertyKey[], message: string) => addIssue({ code: 'custom', path: [...path], message })
    if ('command' in given) refuseInCommand(given.command, { names, refuse })
    else refuseInRequest(given, { names, refuse })
  })
}

interface Refusal {
  readonly names: readonly string[]
  readonly refuse: (path: readonly PropertyKey[], message: string) => void
}

function refuseInCommand(command: readonly string[], { names, refuse }: Refusal): void {
  for (const [index, word] of command.entries()) {
    const name = names.find((one) => word.includes(`{${one}}`))
    if (name !== undefined)
      refuse(['command', index], `a command has no placeholders: ${name} is its variable ${variableOf(name)}`)
  }
}

function refuseInRequest(request: z.infer<typeof httpHook>, { names, refuse }: Refusal): void {
  const { body, headers, method, url } = request
  for (const { path, value } of textsIn({ url, headers, body })) {
    for (const [, name = ''] of value.matchAll(placeholder)) {
      if (names.includes(name)) continue
      const known = names.length === 0 ? '' : ` but ${names.map((one) => `{${one}}`).join(' and ')}`
      const found = `expected no placeholder${known}, found {${name}}, which as text has a space in its braces`
      refuse(path, `${found}${didYouMean(name, names)}`)
    }
  }
  if (method === 'GET' && body !== undefined) refuse(['body'], 'a GET has no body: leave it out, or give another method')
  const address = url.replace(placeholder, 'x')
  const { password = '', protocol, username = '' } = URL.canParse(address) ? new URL(address) : {}
  if (!/^https?:$/.test(protocol ?? '')) refuse(['url'], 'expected a URL that begins with http:// or https://')
  else if (`${username}${password}` !== '') {
    refuse(['url'], 'expected no user and no password in the URL: they are sent as headers: { authorization: "Basic …" }')
  }
}

/** `{name}` in a text, which stands for what the hook is given. */
export const placeholder = /\{(\w+)\}/g

export function variableOf(name: string): string {
  return `WFHOST_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
}

function textsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly value: string }[] {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => textsIn(child, [...path, Array.isArray(value) ? Number(name) : name]))
}
