import { anything, listOf, object, primitive } from './zod-types.ts'

const string = primitive('string')
const toolParameter = object({ name: string, type: string, required: primitive('boolean') }, ['name', 'type', 'required'])
const tool = object({ name: string, description: string, parameters: listOf(toolParameter) }, [
  'name',
  'description',
  'parameters',
])
const toolset = object({ id: string, name: string, version: string, visibility: string, tools: listOf(tool) }, [
  'id',
  'name',
  'version',
  'visibility',
  'tools',
])

/** A manifest. The source shows none of its fields (MAN-BODY), so none is required. */
export const manifest = object({ executeUrl: string, toolsets: listOf(toolset) }, ['executeUrl', 'toolsets'])

/** The answer of the execute endpoint. The source shows none of its fields (EXE-PAYLOAD). */
export const execution = object(
  { status: string, result: anything(), error: object({ name: string, value: string }, ['name', 'value']) },
  ['status', 'result', 'error'],
)
