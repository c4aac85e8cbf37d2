import { anything, listOf, partial, primitive } from './shapes.ts'

const string = primitive('string')
const toolParameter = partial({ name: string, type: string, required: primitive('boolean') })
const tool = partial({ name: string, description: string, parameters: listOf(toolParameter) })
const toolset = partial({ id: string, name: string, version: string, visibility: string, tools: listOf(tool) })

/** A manifest. The source shows none of its fields (MAN-BODY), so none is required. */
export const manifest = partial({ executeUrl: string, toolsets: listOf(toolset) })

/** The answer of the execute endpoint. The source shows none of its fields (EXE-PAYLOAD). */
export const execution = partial({ status: string, result: anything(), error: partial({ name: string, value: string }) })
