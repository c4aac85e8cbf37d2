import { isDeepStrictEqual } from 'node:util'
import { didYouMean } from '@wfhost/internal/messages'
import { z } from 'zod'
import type { ServerHooks } from '../target/target.ts'
import { address, headerText, pointer, text } from '../target/texts.ts'

const httpHook = z.strictObject({
  url: text,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: z
    .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'expected the name of a header' }), headerText)
    .default({}),
  body: z.unknown().optional(),
  pick: pointer.optional(),
})
const hook = z.union([httpHook, z.strictObject({ command: z.array(text).min(1) })], {
  error: 'expected a request { url: … } or a command { command: [ … ] }',
})

/** A hook: an HTTP request, or a command. A JSON pointer can pick a value from the response. */
export type HookConfig = z.infer<typeof hook>

/** A hook that sends an HTTP request. */
export type HttpHookConfig = z.infer<typeof httpHook>

/** The hooks of a configuration, each with the placeholders that it may use. */
export const hooksSchema = z
  .strictObject({
    publishWorkflow: hookWithPlaceholders('flowId').describe('publishes a workflow; the result is its key'),
    unpublishWorkflow: hookWithPlaceholders('flowId').describe('takes back the publication of a workflow, and leaves its key'),
    publishToolset: hookWithPlaceholders('toolset', 'version').describe(
      'publishes a version of a tool set to the environment profile of fixtures.registry.key',
    ),
    regenerateKey: hookWithPlaceholders('flowId').describe('regenerates the key of a workflow; the result is the new key'),
    creditBalance: hookWithPlaceholders().describe('the result is the credits of the organization of fixtures.registry.key'),
    limitRate: hookWithPlaceholders('requests', 'windowMs').describe(
      'limits the requests of each key in a window; 1000000 in 1000 ms lifts the limit',
    ),
    endedRuns: hookWithPlaceholders('flowId').describe('the result is the number of runs that have succeeded so far'),
  } satisfies Readonly<Record<keyof ServerHooks, unknown>>)
  .partial()
  .superRefine(refuseEqualHooks)
  .default({})
  .describe('requests or commands for actions outside the API')

export type HooksConfig = z.infer<typeof hooksSchema>

/** Refuses a hook that publishes and unpublishes: both get the same values, so it cannot distinguish them. */
function refuseEqualHooks(
  { publishWorkflow, unpublishWorkflow }: { readonly publishWorkflow?: unknown; readonly unpublishWorkflow?: unknown },
  context: z.RefinementCtx,
): void {
  if (publishWorkflow === undefined || !isDeepStrictEqual(publishWorkflow, unpublishWorkflow)) return

  const message =
    'expected another request or command than publishWorkflow has, found the same; give one that takes the publication back'
  context.addIssue({ code: 'custom', path: ['unpublishWorkflow'], message })
}

/** Creates the schema of a hook. It refuses mistakes before anything is sent, such as an unknown placeholder. */
function hookWithPlaceholders(...names: readonly string[]) {
  return hook.superRefine((config, { addIssue }) => {
    const problems = 'command' in config ? findCommandProblems(config.command, names) : findRequestProblems(config, names)
    for (const { message, path } of problems) addIssue({ code: 'custom', path: [...path], message })
  })
}

interface HookProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Finds placeholders in a command, which gets its values as variables of the environment instead. */
function findCommandProblems(command: readonly string[], names: readonly string[]): HookProblem[] {
  return [...command.entries()].flatMap(([index, word]) => {
    const name = names.find((candidate) => word.includes(`{${candidate}}`))
    if (name === undefined) return []

    const message = `a command has no placeholders: ${name} is its variable ${variableOf(name)}`
    return [{ path: ['command', index], message }]
  })
}

function findRequestProblems(request: HttpHookConfig, names: readonly string[]): HookProblem[] {
  const { body, headers, method, url } = request
  const problems = listTexts({ url, headers, body }).flatMap((text) => findUnknownPlaceholders(text, names))

  if (method === 'GET' && body !== undefined) {
    problems.push({ path: ['body'], message: 'a GET has no body: leave it out, or give another method' })
  }

  const urlProblem = describeUrlProblem(url)
  if (urlProblem !== undefined) problems.push({ path: ['url'], message: urlProblem })
  return problems
}

function findUnknownPlaceholders({ path, value }: TextAtPath, names: readonly string[]): HookProblem[] {
  const unknownNames = Array.from(value.matchAll(PLACEHOLDER_PATTERN), ([, name = '']) => name).filter(
    (name) => !names.includes(name),
  )
  const exception = names.length === 0 ? '' : ` but ${names.map((name) => `{${name}}`).join(' and ')}`

  return unknownNames.map((name) => {
    const found = `expected no placeholder${exception}, found {${name}}, which as text has a space in its braces`
    return { path, message: `${found}${didYouMean(name, names)}` }
  })
}

function describeUrlProblem(url: string): string | undefined {
  const urlWithValues = url.replace(PLACEHOLDER_PATTERN, 'x')
  const { error } = address.safeParse(urlWithValues)
  if (error !== undefined) return error.issues[0]?.message

  const { password, username } = new URL(urlWithValues)
  if (username === '' && password === '') return undefined
  return 'expected no user and no password in the URL: they are sent as headers: { authorization: "Basic …" }'
}

/** Matches a placeholder such as `{flowId}`, which a value of the hook replaces. */
export const PLACEHOLDER_PATTERN = /\{(\w+)\}/g

/** Returns the variable of the environment in which a command gets a value, such as `WFHOST_FLOW_ID` for `flowId`. */
export function variableOf(name: string): string {
  return `WFHOST_${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
}

interface TextAtPath {
  readonly path: readonly PropertyKey[]
  readonly value: string
}

function listTexts(value: unknown, path: readonly PropertyKey[] = []): TextAtPath[] {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []

  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, child]) => listTexts(child, [...path, isList ? Number(name) : name]))
}
