import * as z from 'zod/mini'
import { open, optional } from './run.ts'

const string = optional(z.string())

const toolParameter = open({
  /** Name of an argument of the tool. */
  name: string,
  /** string, number, boolean, object or array */
  type: string,
  /** Whether the tool requires it. */
  required: optional(z.literal([true, false])),
})

const tool = open({
  /** Name within the tool set. */
  name: string,
  /** What it does, for people. */
  description: string,
  /** Its parameters. */
  parameters: optional(z.array(toolParameter)),
})

const toolset = open({
  /** Identifier of the tool set. */
  id: string,
  /** Name of the tool set, for people. */
  name: string,
  /** The version that the environment profile of the key runs (MAN-VERSION). */
  version: string,
  /** private or public */
  visibility: string,
  /** At least one (MAN-CONTENT). */
  tools: optional(z.array(tool)),
})

/** A manifest. The source shows none of its fields (MAN-BODY), so none is required. */
export const manifest = open({
  /** Address of the execute endpoint (MAN-EXECUTE). */
  executeUrl: string,
  /** What the organization has published. */
  toolsets: optional(z.array(toolset)),
})

/** The answer of the execute endpoint. The source shows none of its fields (EXE-PAYLOAD). */
export const execution = open({
  /** success or failed */
  status: string,
  /** What the tool returned. */
  result: optional(z.unknown()),
  /** Why it failed: type and message. */
  error: optional(open({ name: string, value: string })),
})

/** A parameter of a tool. */
export interface ToolParameter extends Readonly<z.infer<typeof toolParameter>> {}

/** A tool that can be executed. */
export interface Tool extends Readonly<z.infer<typeof tool>> {}

/** A tool set in one version. */
export interface Toolset extends Readonly<z.infer<typeof toolset>> {}

/** The published tool sets. No field is documented (MAN-BODY), so none is certain; others are kept. */
export interface Manifest extends Readonly<z.infer<typeof manifest>> {}

/** The outcome of an execution. No field is documented (EXE-PAYLOAD), so none is certain; others are kept. */
export interface Execution extends Readonly<z.infer<typeof execution>> {}
