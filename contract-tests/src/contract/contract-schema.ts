import { z } from 'zod'
import { baselineSchema } from '../config/baseline-schema.ts'
import { cookie, key, pointer, text } from '../target/texts.ts'

const place = pointer.describe(
  'the JSON pointer to a part of the response, such as /result/team; * matches every element of a list',
)
const placeOfCheck = z.strictObject({
  check: text.describe('the id of a check of the contract, or the beginning of several, such as run.support-triage'),
  place,
})

/** The schema of the mapping from the world of the tests to a server. */
export const contractSchema = z.strictObject({
  workflows: z
    .record(
      z.string(),
      z.strictObject({
        flowId: text.describe('the id of the workflow on this server'),
        key: key.describe('its key').optional(),
      }),
    )
    .default({})
    .describe('the workflows of the tests by their flowId, each with the workflow of this server'),
  organizations: z
    .record(
      z.string(),
      z.strictObject({
        orgId: text.describe('the id of the organization on this server'),
        keys: z.record(z.string(), key).default({}).describe('its tool-hosting keys, by the names that they have in the tests'),
        sessionCookie: cookie.describe('the name and the value of the cookie of a console session on this server').optional(),
      }),
    )
    .default({})
    .describe('the organizations of the tests by their id, each with the organization of this server'),
  toolsets: z
    .record(z.string(), text)
    .default({})
    .describe('the tool sets of the tests, each with its name on this server; the manifest must list them'),
  values: z.array(placeOfCheck).default([]).describe('places at which the value must be the one of the tests'),
  ignore: z.array(placeOfCheck).default([]).describe('places that the tests do not read'),
  baseline: baselineSchema.describe('differences that are known and do not count until they expire'),
})

/** The workflows, keys and tool sets of a server that replace the ones of the tests. */
export type ContractMapping = z.infer<typeof contractSchema>
