import { anything, array, boolean, object, optional, string } from './zod-types.ts'

const toolParameter = object({ name: optional(string()), type: optional(string()), required: optional(boolean()) })
const tool = object({
  name: optional(string()),
  description: optional(string()),
  parameters: optional(array(toolParameter)),
})
const toolset = object({
  id: optional(string()),
  name: optional(string()),
  version: optional(string()),
  visibility: optional(string()),
  tools: optional(array(tool)),
})

/** A manifest. The source shows none of its fields (MAN-BODY), so none is required. */
export const manifest = object({ executeUrl: optional(string()), toolsets: optional(array(toolset)) })

/** The answer of the execute endpoint. The source shows none of its fields (EXE-PAYLOAD). */
export const execution = object({
  status: optional(string()),
  result: optional(anything()),
  error: optional(object({ name: optional(string()), value: optional(string()) })),
})
