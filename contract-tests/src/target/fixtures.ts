import { z } from 'zod'
import { cookie, headerText, key, LONGEST_TIMER_MS, refuseRepeated, text } from './texts.ts'

const flowId = text.describe('the id of the workflow')
const workflowKey = key.describe('its key')
const hostingKey = key.describe('the tool-hosting key')
const payload = z.record(z.string(), z.unknown())
const workflow = z.strictObject({
  flowId,
  key: workflowKey,
  args: payload.describe('the arguments of every run; without it, runs have no arguments').optional(),
})
const listed = z.array(
  z.strictObject({
    toolset: text.describe('the name of a tool set'),
    version: text.describe('its published version'),
    tool: text.describe('a tool of this version'),
    otherVersionTool: text.describe('a tool that only another version has; without it, tools of other versions pass').optional(),
  }),
)
const registry = z.strictObject({
  key: hostingKey,
  listed: listed.describe('the tool sets in the manifest, each once for each of its tools'),
  notListed: z
    .array(text)
    .superRefine(refuseRepeated)
    .meta({ uniqueItems: true })
    .default([])
    .describe('names of tool sets that the manifest must not list'),
})
const pointer = z
  .string()
  .regex(/^(\/.*)?$/, { error: 'expected a JSON pointer, such as /result, or "" for all of it' })
  .describe('the JSON pointer to this text in the response; without it, the text may be anywhere, which is weaker')
const selector = z.string().regex(/^(\/.*|#)$/, { error: 'expected a selector, such as /toolsets/*/name or #' })
const environmentPayload = payload.describe('the body of the request; both keys send it')
const ofProfiles = z.strictObject({
  payload: environmentPayload,
  expectedText: z
    .strictObject({
      registry: text.describe('the text in the response for the key of `registry`'),
      otherEnvironment: text.describe('the text in the response for the key of `otherEnvironment`'),
    })
    .describe('a text in the response for each key'),
  pointer: pointer.optional(),
})
const ofEnvironments = ofProfiles.extend({
  expectedText: ofProfiles.shape.expectedText
    .extend({
      otherOrganization: text
        .describe('the text for the key of `otherOrganization`; without it, no check shows whose variables the tool sees')
        .optional(),
    })
    .describe('a text in the response for each key'),
})
const falsy = z.unknown().refine((value) => value !== undefined && !value, { error: 'expected null, 0, "" or false' })

interface ManifestPlaces {
  readonly toolsets: string
  readonly version?: string | undefined
  readonly tool?: string | undefined
}

/** Refuses places in the name of a tool set, which has no members. A server could not satisfy them. */
function refusePlacesInNames({ tool, toolsets, version }: ManifestPlaces, context: z.RefinementCtx): void {
  const selectsNames = toolsets.endsWith('#')
  const hasPlaces = [tool, version].some((place) => place?.startsWith('/') === true)
  if (!selectsNames || !hasPlaces) return

  const message = `expected the place of objects, found ${toolsets}, which selects names; leave # out, and name too`
  context.addIssue({ code: 'custom', path: ['toolsets'], message })
}

/** The schema of all fixtures, in the order in which a generated configuration lists them. */
export const fixturesSchema = z.strictObject({
  echo: workflow
    .extend({
      parameters: z
        .strictObject({ string: text, number: text, boolean: text, object: text, array: text })
        .partial()
        .default({})
        .describe('the name of a parameter of each type; checks that need another type are blocked'),
    })
    .describe('a workflow that returns the object of its arguments, with one optional parameter of each type'),
  typed: workflow
    .extend({
      validArguments: payload.describe('arguments that the workflow accepts'),
      required: text.describe('the name of the required parameter'),
      mistyped: z
        .strictObject({
          name: text.describe('the name of a parameter'),
          value: z
            .unknown()
            .refine((value) => value !== undefined, { error: 'expected a value, found nothing; add it' })
            .describe('a value of another type than the parameter has'),
        })
        .describe('an argument of a wrong type'),
    })
    .describe('a workflow with a required parameter, and a parameter whose type is not string'),
  failing: workflow
    .extend({
      succeededStep: text.describe('the name of the step that succeeds'),
      failedStep: text.describe('the name of the step that fails'),
      error: z
        .strictObject({ name: text.describe('the type of the error'), value: text.describe('its message') })
        .describe('the error of the step; without it, a server that swaps type and message passes')
        .optional(),
    })
    .describe('a workflow that fails in one step after another step succeeded'),
  slow: workflow
    .extend({
      durationMs: z
        .number()
        .nonnegative()
        .max(LONGEST_TIMER_MS)
        .describe('the duration of a run, in milliseconds; 300 or more is exact'),
      result: text.describe('the result of a run'),
    })
    .describe('a slow workflow that returns a known string'),
  regenerated: workflow
    .omit({ key: true })
    .describe(
      'a workflow only for key-regenerated; without it, that check regenerates the key of echo, and the declared key becomes invalid',
    ),
  secondWorkflow: workflow.describe('another workflow of the same workspace'),
  otherWorkspace: workflow.describe('a workflow of another workspace'),
  archived: workflow.describe('a workflow that was archived, and its key'),
  unpublishedFlowId: text.describe('a workflow that is not published'),
  publishableFlowId: text.describe('a workflow that was never published; key-created publishes it'),
  unknownFlowId: text.describe('an identifier that no workflow has'),
  registry: registry.describe('a tool-hosting key, the tool sets in its manifest, and tool sets that the manifest must not list'),
  otherEnvironment: registry.describe('the same for another environment profile of the same organization'),
  otherOrganization: registry.describe('the same for another organization'),
  nothingPublished: z
    .strictObject({ key: hostingKey })
    .describe('a tool-hosting key for an environment profile to which nothing is published'),
  organization: z
    .strictObject({
      orgId: text.describe('the id of the organization'),
      key: key.describe('a tool-hosting key of the organization, such as the key of `registry`'),
      sessionCookie: cookie
        .describe('the name and the value of the cookie of a console session; without it, no request is sent as a signed-in user')
        .optional(),
      sessionHeader: headerText
        .regex(/^[\w-]+: *\S/, { error: 'expected a header such as "X-Session: …"' })
        .describe('a header that carries the session, such as `X-Session: …`, instead of the cookie')
        .optional(),
    })
    .refine(({ sessionCookie, sessionHeader }) => sessionCookie === undefined || sessionHeader === undefined, {
      error: 'expected sessionCookie or sessionHeader, and not both',
    })
    .describe('the organization of these keys, and a console session of it: a cookie, or sessionHeader: "X-Session: …"'),
  unpublishedOrganization: z
    .strictObject({
      orgId: text.describe('the id of the organization'),
      key: hostingKey,
      toolset: text.describe('the name of a tool set of the organization'),
      latestVersion: text.describe('the latest version of the tool set'),
      notListed: z
        .array(text)
        .superRefine(refuseRepeated)
        .meta({ uniqueItems: true })
        .describe('names of tool sets without a tool; without it, the check org-fallback.toolless is blocked')
        .optional(),
    })
    .describe('an organization that has published nothing, a tool set of it with its latest version, and others without a tool'),
  manifest: z
    .strictObject({
      toolsets: selector.describe('the place of the tool sets'),
      name: selector
        .describe('the place of the name in each tool set; without it, the name of the member that `toolsets` selects')
        .optional(),
      version: selector
        .describe('the place of the version in each tool set; without it, the version may be anywhere in it, which is weaker')
        .optional(),
      tool: selector
        .describe('the place of the tools in each tool set; without it, tools may be anywhere in it, which is weaker')
        .optional(),
    })
    .superRefine(refusePlacesInNames)
    .describe('the places of the content in a manifest: JSON pointers with * for every member, and # for its name'),
  publishableToolset: z
    .strictObject({
      toolset: text.describe('the name of a tool set that `registry` lists'),
      version: text.describe('another version of it'),
    })
    .describe('a listed tool set and another version of it, which is published and then taken back'),
  falsyOutputs: z
    .array(
      workflow.extend({
        result: falsy.describe('the result: null, 0, an empty text or false'),
        step: text.describe('a step with the same output; without it, step outputs are not checked').optional(),
      }),
    )
    .min(1)
    .describe('workflows that return null, 0, "" and false, and a step of each with the same output'),
  execute: z
    .strictObject({
      payload: payload.describe('the body of the request'),
      expectedText: text
        .describe('a text in the response; without it, only the status and the credit show that the tool ran')
        .optional(),
      pointer: pointer.optional(),
    })
    .describe('an execute payload that succeeds, and a text in its response'),
  executeFailing: payload.describe('an execute payload that fails'),
  executeEnvironment: ofEnvironments.describe('an execute payload whose response shows a variable of the environment profile'),
  executeVersion: ofProfiles.describe('an execute payload whose response shows the version of the tool set that ran'),
})
