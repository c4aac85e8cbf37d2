import * as z from 'zod'
import { expected, type Given } from './check.ts'

export const textSchema = z.string().min(1)

export const countSchema = z.int().min(0)

/** The ID in the path of a run: one segment, so neither `.` nor `..`, which no URL keeps. */
export const flowIdSchema = textSchema
  .regex(/^(?!\.{1,2}$)/, { error: expected('a flowId that a URL keeps') })
  .meta({ description: 'The ID of a workflow, which is in the path of its runs.', examples: ['answer-ticket'] })

/** The ID of an organization in the path of its manifest, with the same rule. */
export const orgIdSchema = textSchema.regex(/^(?!\.{1,2}$)/, { error: expected('an id that a URL keeps') })

/** The product segment: a segment whose characters a URL does not encode, so that it is the same text in every URL. */
export const productSchema = z.string().regex(/^(?!\.{1,2}$)[\w.!~*'()-]+$/, {
  error: expected("one segment of a path, of letters, digits and -_.!~*'(), such as acme-flows"),
})

/** Names the character that a secret must not have. The secret is not shown, because it can be that of a real service. */
function describeWrongSecret(what: string, allowed: RegExp) {
  return ({ input }: { readonly input?: unknown }): string => {
    const characters = Array.from(String(input))
    const index = characters.findIndex((character) => !allowed.test(character))
    const code = characters[index]?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `expected ${what}; its character ${index + 1} is U+${code}`
  }
}

const KEY = 'a key of visible ASCII characters without spaces, as a header can carry it'

/** A key as `Authorization: Bearer` can carry it. */
export const keySchema = textSchema.regex(/^[!-~]*$/, { error: describeWrongSecret(KEY, /^[!-~]$/) }).describe('A key.')

/** The name of a cookie: a token (RFC 6265; RFC 9110, section 5.6.2). */
export const cookieNameSchema = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: expected('a name of a cookie') })

/** The value of a cookie (RFC 6265, section 4.1.1). */
export const cookieValueSchema = textSchema.regex(/^[!#-+\--:<-[\]-~]*$/, {
  error: describeWrongSecret('a token that a cookie can carry', /^[!#-+\--:<-[\]-~]$/),
})

/** Reads an http or https URL without a user and a password, which `fetch` refuses. Returns undefined for any other text. */
function readHttpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp && url.username === '' && url.password === '' ? url : undefined
}

/** Whether a text is the base URL of a server: an http or https URL without credentials, query and fragment. */
export function isBaseUrl(text: string): boolean {
  const url = readHttpUrl(text)
  return url !== undefined && url.search === '' && url.hash === ''
}

/** Describes a base URL in messages. They do not show the text that was found, because it can contain a password. */
export const BASE_URL = 'an http or https address without credentials and query'

const MANIFEST_URL = 'an http or https URL without credentials'

export const manifestUrlSchema = z
  .string()
  .refine((value) => readHttpUrl(value) !== undefined, {
    error: ({ input }) => {
      const canContainPassword = String(input).includes('@')
      return canContainPassword ? `expected ${MANIFEST_URL}` : expected(MANIFEST_URL)({ input })
    },
  })
  .meta({ description: 'The URL of a manifest.', examples: ['https://tools.example/v1/public/wfhost/manifest'] })

export const variablesSchema = z
  .record(z.string(), z.string())
  .meta({ description: 'The variables that tools see (HOST-ENV).', examples: [{ REGION: 'eu' }] })

export const rateLimitSchema = z
  .strictObject({
    requests: countSchema.describe('How many requests pass in one window.'),
    windowMs: z.number().positive().describe('How long a window lasts, in milliseconds.'),
    per: z
      .enum(['key', 'workflow', 'organization'])
      .optional()
      .meta({ description: 'What is counted together.', default: 'key' }),
  })
  .meta({ description: 'A rate limit (LIMIT-429).', examples: [{ requests: 600, windowMs: 60_000 }] })

/** A rate limit (LIMIT-429). The numbers are not documented: there is none unless one is set. */
export interface RateLimit extends Given<typeof rateLimitSchema> {}
