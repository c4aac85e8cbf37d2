import { z } from 'zod'
import { contractSchema } from '../contract/contract-schema.ts'
import { defaultLimits } from '../engine/budget.ts'
import { areaNames, permissions } from '../engine/checks.ts'
import type { Claims } from '../engine/claims.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import { address, LONGEST_TIMER_MS, pointer, refuseRepeated, text } from '../target/texts.ts'
import { baselineSchema } from './baseline-schema.ts'
import { refuseContradictions } from './contradictions.ts'
import { hooksSchema } from './hook-schema.ts'

const plainAddress = address.refine(isPlain, {
  error: 'expected no user and no password, no query and no fragment in the URL; remove them',
})
const area = z.enum(areaNames)
const permission = z.enum(permissions)

/** The schema of a configuration file, after its variables are replaced. */
export const configSchema = z.strictObject({
  name: text.describe('the name of the server in reports; by default, the host of baseUrl').optional(),
  baseUrl: plainAddress.describe('the URL of the workflow service'),
  registryUrl: plainAddress.describe('the URL of the tool registry; by default, baseUrl').optional(),
  product: text
    .regex(/^(?!\.{1,2}$)[^\s/?#]+$/, { error: 'expected one segment of a path, without slashes, white space, ? and #' })
    .default('wfhost')
    .describe('the product segment in the paths of the registry'),
  timeoutMs: z
    .number()
    .positive()
    .max(LONGEST_TIMER_MS)
    .default(30_000)
    .describe('the time limit of one request, in milliseconds'),
  settleMs: z
    .number()
    .nonnegative()
    .max(LONGEST_TIMER_MS)
    .default(1000)
    .describe('how late effects of a request may show, in milliseconds'),
  values: z
    .strictObject({ seed: z.int().default(1), sets: z.int().nonnegative().default(10) })
    .describe('the seed of generated arguments, and how many sets of them are sent')
    .optional(),
  quick: z.boolean().default(false).describe('whether each check sends only one entry of each kind in its catalogues'),
  caFile: text.describe('a file with additional certificate authorities to trust, in PEM').optional(),
  trace: z.boolean().default(true).describe('whether the headers of each request name the suite and the check'),
  areas: z
    .array(area)
    .min(1)
    .superRefine(refuseRepeated)
    .meta({ uniqueItems: true })
    .describe('the areas that the server claims to offer; by default, all areas')
    .optional(),
  allow: z
    .array(permission)
    .superRefine(refuseRepeated)
    .meta({ uniqueItems: true })
    .default([])
    .describe('the permissions of the suite for anything besides reading'),
  maxRuns: z.number().int().nonnegative().default(defaultLimits.maxRuns).describe('the most requests to the run endpoint'),
  maxExecutions: z
    .number()
    .int()
    .nonnegative()
    .default(defaultLimits.maxExecutions)
    .describe('the most requests to the execute endpoint'),
  // A lower rate would need longer pauses than a timer can make.
  requestsPerSecond: z.number().min(0.001).describe('the most requests in a second; by default, there is no limit').optional(),
  fixtures: fixturesSchema
    .partial()
    .superRefine(refuseSharedKeys)
    .superRefine(refuseContradictions)
    .default({})
    .describe('test data on the server'),
  hooks: hooksSchema,
  claims: z
    .strictObject({
      runIdField: pointer,
      // A status below 200 is not the last one of a request (RFC 9110, section 15.2).
      failedRunStatus: z.int().min(200).max(599),
      defaultMode: z.enum(['sync', 'async']),
      organizationFallback: z.enum(['toolset', 'organization']),
      sessionProfile: z.enum(['registry', 'otherEnvironment']),
    } satisfies Readonly<Record<keyof Claims, unknown>>)
    .partial()
    .default({})
    .describe('promises of the server where the source document is silent'),
  contract: contractSchema
    .describe('the workflows, keys and tool sets of this server that replace the ones of a contract, for verify')
    .optional(),
  baseline: baselineSchema.describe('failures that are known and do not count until they expire'),
})

/** Returns whether a URL has only a scheme, a host, a port and a path. */
function isPlain(url: string): boolean {
  // Zod calls this also for a text that is not a URL, which another check reports.
  if (!URL.canParse(url)) return true

  const { hash, password, search, username } = new URL(url)
  return [username, password, search, hash].every((part) => part === '')
}

/**
 * Refuses fixtures that share a key. A key belongs to one workflow, or to one organization and environment profile, so one
 * of the two fixtures is wrong.
 */
export function refuseSharedKeys(fixtures: object, context: z.RefinementCtx): void {
  const ownerByKey = new Map<string, { readonly fixture: string; readonly subject: string }>()
  // The fixture `organization` may use the key of another fixture.
  const checkedFixtures = Object.entries(fixtures).filter(([name]) => name !== 'organization')

  for (const [name, fixture] of checkedFixtures) {
    const { flowId: subject = name, key }: { readonly flowId?: unknown; readonly key?: unknown } = Object(fixture)
    if (typeof key !== 'string' || typeof subject !== 'string') continue

    const owner = ownerByKey.get(key)
    ownerByKey.set(key, { fixture: name, subject })
    if (owner === undefined || owner.subject === subject) continue

    const message = `expected a key of its own, found that of fixtures.${owner.fixture}`
    context.addIssue({ code: 'custom', message, path: [name, 'key'] })
  }
}

export type Config = z.infer<typeof configSchema>

/**
 * The error for a configuration or an option that cannot be used. The message names it, says why, and gives a remedy.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer, ConfigurationError } from '@wfhost/contract-tests'
 *
 * const fixtures = JSON.parse('{ "echo": { "flowId": "echo", "key": 20261122 } }')
 * await assert.rejects(checkServer({ baseUrl: 'http://localhost', fixtures }), ConfigurationError)
 * ```
 */
export class ConfigurationError extends Error {
  /** Always `ConfigurationError`. */
  override readonly name = 'ConfigurationError'
}
