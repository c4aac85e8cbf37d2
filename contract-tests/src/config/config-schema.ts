import { z } from 'zod'
import { defaultLimits } from '../engine/budget.ts'
import { permissions, profileNames } from '../engine/checks.ts'

const text = z.string().min(1)
const address = z.url({ protocol: /^https?$/, error: 'expected a URL that begins with http:// or https://' }).refine(isPlain, {
  error: 'expected no user and no password, no query and no fragment in the URL',
})
const texts = z.record(text, z.string())
const payload = z.record(z.string(), z.unknown())
const workflow = z.strictObject({ flowId: text, key: text, args: payload.optional() })
const header = z.string().regex(/^[\w-]+: *\S/, { error: 'expected a header such as "X-Session: …"' })
const listed = z.array(z.strictObject({ toolSet: text, version: text, tool: text }))
const registry = z.strictObject({ key: text, listed, notListed: z.array(text).default([]) })

const pointer = z.string().startsWith('/', { error: 'expected a JSON pointer, such as /result' })
const selector = z.string().regex(/^(\/.*|#)$/, { error: 'expected a selector, such as /toolsets/*/name or #' })
const profiles = z.strictObject({ registry: text, otherEnvironment: text })

const falsy = z.unknown().refine((value) => value !== undefined && !value, { error: 'expected null, 0, "" or false' })

const fixtures = z.strictObject({
  echo: workflow.extend({
    parameters: z.strictObject({ string: text, number: text, boolean: text, object: text, array: text }).partial(),
  }),
  typed: workflow.extend({
    validArguments: payload,
    required: text,
    mistyped: z.strictObject({ name: text, value: z.unknown() }),
  }),
  failing: workflow.extend({ failedStep: text, succeededStep: text }),
  slow: workflow.extend({ durationMs: z.number().nonnegative(), result: text }),
  regenerated: z.strictObject({ flowId: text, args: payload.optional() }),
  secondWorkflow: workflow,
  otherWorkspace: workflow,
  archived: workflow,
  unpublishedFlowId: text,
  publishableFlowId: text,
  unknownFlowId: text,
  registry,
  otherEnvironment: registry,
  otherOrganization: registry,
  nothingPublished: z.strictObject({ key: text }),
  organization: z
    .strictObject({ orgId: text, key: text, sessionCookie: text.optional(), sessionHeader: header.optional() })
    .refine(({ sessionCookie, sessionHeader }) => sessionCookie === undefined || sessionHeader === undefined, {
      error: 'expected sessionCookie or sessionHeader, and not both',
    }),
  unpublishedOrganization: z.strictObject({
    ...{ orgId: text, key: text, toolSet: text, latestVersion: text },
    notListed: z.array(text).optional(),
  }),
  manifest: z.strictObject({
    ...{ toolSets: selector, name: selector.optional(), version: selector.optional(), tool: selector.optional() },
  }),
  publishableToolSet: z.strictObject({ toolSet: text, version: text }),
  falsyOutputs: z.array(workflow.extend({ result: falsy, step: text.optional() })).min(1),
  execute: z.strictObject({ payload, shows: text.optional(), at: pointer.optional() }),
  executeFailing: payload,
  executeEnvironment: z.strictObject({ payload, shows: profiles, at: pointer.optional() }),
  executeVersion: z.strictObject({ payload, shows: profiles, at: pointer.optional() }),
})

const httpHook = z.strictObject({
  url: text,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: texts.default({}),
  body: z.unknown().optional(),
  pick: z.string().startsWith('/').optional(),
})
const commandHook = z.strictObject({ command: z.array(text).min(1) })
const hook = z.union([httpHook, commandHook], { error: 'expected a request { url: … } or a command { command: [ … ] }' })

/** What a hook does: an HTTP request, of whose answer a JSON pointer picks a value, or a command that prints one. */
export type HookConfig = z.infer<typeof hook>

const profile = z.enum(profileNames)
const permission = z.enum(permissions)

/** The configuration as a file has it, once variables stand for their values. */
export const configSchema = z.strictObject({
  name: text.optional(),
  baseUrl: address,
  registryUrl: address.optional(),
  product: text.default('wfhost'),
  timeoutMs: z.number().positive().default(30_000),
  settleMs: z.number().nonnegative().default(1000),
  values: z.strictObject({ seed: z.int().default(1), sets: z.int().nonnegative().default(10) }).optional(),
  caFile: text.optional(),
  trace: z.boolean().default(true),
  profiles: z.array(profile).min(1).optional(),
  allow: z.array(permission).default([]),
  maxRuns: z.number().int().nonnegative().default(defaultLimits.maxRuns),
  maxExecutions: z.number().int().nonnegative().default(defaultLimits.maxExecutions),
  requestsPerSecond: z.number().positive().optional(),
  fixtures: fixtures.partial().default({}),
  hooks: z
    .strictObject({
      publishWorkflow: hook,
      unpublishWorkflow: hook,
      publishToolSet: hook,
      regenerateKey: hook,
      creditBalance: hook,
      limitRate: hook,
      endedRuns: hook,
    })
    .partial()
    .default({}),
  claims: z
    .strictObject({
      runIdField: z.string().startsWith('/'),
      failedRunStatus: z.number().int(),
      defaultMode: z.enum(['sync', 'async']),
    })
    .partial()
    .default({}),
  baseline: z
    .array(z.strictObject({ check: text, reason: text, owner: text, expires: z.iso.date() }))
    .default([])
    .superRefine(refuseRepeated),
})

const { maxExecutions, maxRuns, requestsPerSecond } = configSchema.shape

/** What of a configuration a program may say, too, in the same words; the rest of what it says is left to the compiler. */
export const serverSchema = z.object({
  ...configSchema.pick({ baseUrl: true, registryUrl: true, product: true, timeoutMs: true, settleMs: true, values: true }).shape,
  ...configSchema.pick({ allow: true, baseline: true, claims: true, profiles: true }).shape,
  limits: z.object({ maxExecutions, maxRuns, requestsPerSecond }).optional(),
  // A program knows a key that no file has.
  fixtures: fixtures
    .extend({ regenerated: workflow.partial({ key: true }) })
    .partial()
    .default({}),
})

function isPlain(url: string): boolean {
  // Zod asks this also of what it has found to be no URL.
  if (!URL.canParse(url)) return true
  const { hash, password, search, username } = new URL(url)
  return `${username}${password}${search}${hash}` === ''
}

function refuseRepeated(entries: readonly { readonly check: string }[], context: z.RefinementCtx): void {
  for (const [index, { check }] of entries.entries()) {
    const isFirst = entries.findIndex((entry) => entry.check === check) === index
    if (!isFirst) context.addIssue({ code: 'custom', message: `${check} is there twice` })
  }
}

/** A configuration that fits. */
export type Config = z.infer<typeof configSchema>

/**
 * A configuration that cannot be used. The message names the place and the remedy.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer, ConfigError } from '@wfhost/contract-tests'
 *
 * const fixtures = JSON.parse('{ "echo": { "flowId": "echo", "key": 20261122 } }')
 * await assert.rejects(checkServer({ name: 'staging', baseUrl: 'http://localhost', fixtures }), ConfigError)
 * ```
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
