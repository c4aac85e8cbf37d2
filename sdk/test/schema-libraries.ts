import type { StandardSchema } from '@wfhost/sdk'
import { type } from 'arktype'
import * as v from 'valibot'
import * as z from 'zod'
import * as zm from 'zod/mini'

/** The same workflow in the words of each library. */
export const schemaLibraries: readonly (readonly [string, { args: StandardSchema; result: StandardSchema }])[] = [
  [
    'zod',
    {
      args: z.strictObject({ subject: z.string(), priority: z.optional(z.number()) }),
      result: z.object({ team: z.string() }),
    },
  ],
  [
    'zod/mini',
    {
      args: zm.strictObject({ subject: zm.string(), priority: zm.optional(zm.number()) }),
      result: zm.object({ team: zm.string() }),
    },
  ],
  [
    'valibot',
    {
      args: v.strictObject({ subject: v.string(), priority: v.optional(v.number()) }),
      result: v.object({ team: v.string() }),
    },
  ],
  [
    'arktype',
    {
      args: type({ '+': 'reject', subject: 'string', 'priority?': 'number' }),
      result: type({ team: 'string' }),
    },
  ],
]
