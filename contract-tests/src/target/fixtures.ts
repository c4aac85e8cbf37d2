import { z } from 'zod'

export const text = z.string().min(1)

/** What a header can carry: text that HTTP has bytes for, and no variable that was meant to be replaced. */
export const headerText = text.superRefine((value, context) => {
  const message = problemWithHeader(value)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

function problemWithHeader(value: string): string | undefined {
  // Nothing of it is quoted but what no key has.
  const at = value.search(/[^\t -~\u0080-\u00ff]/)
  const code = value.codePointAt(at)?.toString(16).toUpperCase().padStart(4, '0')
  if (at !== -1) return `no header can carry its character ${at + 1}, U+${code}; was it pasted with more than it is?`
  const isName = /(^|\s)\$[A-Z_][A-Z0-9_]*$/.test(value)
  return isName ? `expected a value, found the name of a variable: ${'$'}{NAME}, in braces, stands for its value` : undefined
}

const key = headerText.refine((value) => !/\s/.test(value), {
  error: 'expected the key alone, without white space: "Bearer " is written before it',
})
const payload = z.record(z.string(), z.unknown())
const workflow = z.strictObject({ flowId: text, key, args: payload.optional() })
const listed = z.array(
  z.strictObject({
    ...{ toolSet: text, version: text, tool: text },
    /** A tool that only another version of it has. @default none is looked for */
    notTool: text.optional(),
  }),
)
const registry = z.strictObject({ key, listed, notListed: z.array(text).default([]) })
const pointer = z.string().regex(/^(\/.*)?$/, { error: 'expected a JSON pointer, such as /result, or "" for all of it' })
const selector = z.string().regex(/^(\/.*|#)$/, { error: 'expected a selector, such as /toolsets/*/name or #' })
const ofProfiles = z.strictObject({
  payload,
  shows: z.strictObject({ registry: text, otherEnvironment: text }),
  at: pointer.optional(),
})
const ofEnvironments = ofProfiles.extend({
  shows: ofProfiles.shape.shows.extend({
    /** What the key of `otherOrganization` has there. @default whose variables it sees cannot be told, which is weaker */
    otherOrganization: text.optional(),
  }),
})
const falsy = z.unknown().refine((value) => value !== undefined && !value, { error: 'expected null, 0, "" or false' })

/** Every fixture that can be declared, in the order in which a configuration has them, and what the server then has. */
export const fixturesSchema = z.strictObject({
  echo: workflow
    .extend({
      /** What needs a parameter that is left out is blocked. */
      parameters: z.strictObject({ string: text, number: text, boolean: text, object: text, array: text }).partial(),
    })
    .describe('a workflow that returns the object of its arguments, with one optional parameter of each type'),
  typed: workflow
    .extend({ validArguments: payload, required: text, mistyped: z.strictObject({ name: text, value: z.unknown() }) })
    .describe('a workflow with a required parameter, and one whose type is not string'),
  failing: workflow
    .extend({
      ...{ succeededStep: text, failedStep: text },
      /** The type of its error, and the message. @default each is some text, so that one in place of the other is not seen */
      error: z.strictObject({ name: text, value: text }).optional(),
    })
    .describe('a workflow that fails in one step after another one succeeded'),
  slow: workflow
    .extend({ durationMs: z.number().nonnegative(), result: text })
    .describe('a workflow that takes its time and returns a known string'),
  regenerated: workflow
    .omit({ key: true })
    .describe('a workflow for key-regenerated alone; without it the key of echo is regenerated, and the one you have is invalid'),
  secondWorkflow: workflow.describe('another workflow of the same workspace'),
  otherWorkspace: workflow.describe('a workflow of another workspace'),
  archived: workflow.describe('a workflow that was archived, and its key'),
  unpublishedFlowId: text.describe('a workflow that is not published'),
  publishableFlowId: text.describe('a workflow that was never published and may be: key-created publishes it'),
  unknownFlowId: text.describe('an identifier that no workflow has'),
  registry: registry.describe('a tool-hosting key, what its manifest lists, and tool sets that it must not list'),
  otherEnvironment: registry.describe('the same for another environment profile of the same organization'),
  otherOrganization: registry.describe('the same for another organization'),
  nothingPublished: z
    .strictObject({ key })
    .describe('a tool-hosting key for an environment profile to which nothing is published'),
  organization: z
    .strictObject({
      ...{ orgId: text, key },
      /** Name and value of the cookie of a console session. @default nothing is requested as a signed-in user */
      sessionCookie: headerText.optional(),
      /** A header that carries the session, such as `X-Session: …`. @default the session is a cookie, if there is one */
      sessionHeader: headerText.regex(/^[\w-]+: *\S/, { error: 'expected a header such as "X-Session: …"' }).optional(),
    })
    .refine(({ sessionCookie, sessionHeader }) => sessionCookie === undefined || sessionHeader === undefined, {
      error: 'expected sessionCookie or sessionHeader, and not both',
    })
    .describe('the organization of these keys, and a console session of it: a cookie, or sessionHeader: "X-Session: …"'),
  unpublishedOrganization: z
    .strictObject({
      ...{ orgId: text, key, toolSet: text, latestVersion: text },
      /** Tool sets of it without a tool. @default what needs one is blocked */
      notListed: z.array(text).optional(),
    })
    .describe('an organization that has published nothing, a tool set of it with its latest version, and others without a tool'),
  manifest: z
    .strictObject({
      toolSets: selector,
      /** @default '#', the name of the member that `toolSets` selects */
      name: selector.optional(),
      /** @default versions are looked for in the whole tool set, which is weaker */
      version: selector.optional(),
      /** @default tools are looked for in the whole tool set, which is weaker */
      tool: selector.optional(),
    })
    .describe('where a manifest has what it lists: JSON pointers with * for every member, and # for its name'),
  publishableToolSet: z
    .strictObject({ toolSet: text, version: text })
    .describe('a listed tool set and another version of it, which is published and then taken back'),
  falsyOutputs: z
    .array(workflow.extend({ result: falsy, step: text.optional() }))
    .min(1)
    .describe('workflows that return null, 0, "" and false, and a step of each with the same output'),
  execute: z
    .strictObject({
      payload,
      /** @default none: that the tool ran shows only by its status, and by its credit */
      shows: text.optional(),
      /** Where exactly that stands. @default anywhere, which is weaker */
      at: pointer.optional(),
    })
    .describe('an execute payload that succeeds, and a text that its answer then shows'),
  executeFailing: payload.describe('an execute payload that fails'),
  executeEnvironment: ofEnvironments.describe('an execute payload whose answer shows a variable of the environment profile'),
  executeVersion: ofProfiles.describe('an execute payload whose answer shows the version of the tool set that ran'),
})
