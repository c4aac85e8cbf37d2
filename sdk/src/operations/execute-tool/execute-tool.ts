import { toPlainObject } from '../../client/arguments.ts'
import type { RegistryService } from '../../client/registry-service.ts'
import type { CallOptions } from '../../client/settings.ts'
import { type Execution, execution } from './execution.ts'
import { executeToolOperation } from './operation.ts'

/**
 * The payload to execute a tool. It is any object, because the payload is not documented (EXE-PAYLOAD).
 *
 * With the type that `wfhost types` prints as parameter, it is the payload that `openapi.yaml` assumes.
 */
export type ToolPayload<Tools = unknown> = unknown extends Tools
  ? object
  : { [Toolset in keyof Tools]: ToolCall<Toolset, Tools[Toolset]> }[keyof Tools]

/** A call of one of the tools of a tool set. If every argument is optional, `arguments` is optional, too. */
type ToolCall<Toolset, Tools> = {
  [Name in keyof Tools]: { readonly toolset: Toolset; readonly tool: Name } & (Record<never, never> extends Tools[Name]
    ? { readonly arguments?: Tools[Name] }
    : [Tools[Name]] extends [never]
      ? { readonly arguments?: never }
      : { readonly arguments: Tools[Name] })
}[keyof Tools]

/** Executes a tool. The document describes one possible payload (EXE-PAYLOAD). The client sends any object. */
export async function executeTool(service: RegistryService, payload: object, options?: CallOptions): Promise<Execution> {
  const body = toPlainObject('payload', payload, service.redact)
  return service.send({ operation: executeToolOperation, action: 'execute the tool', body, schema: execution }, options)
}
