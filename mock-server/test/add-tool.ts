import type { MockService, ToolSeed } from '@wfhost/mock-server'

/** Adds a tool set to the sample world that has one tool and is published to its profile `default`. */
export function addTool(
  service: MockService,
  toolset: string,
  tool: ToolSeed,
): { readonly toolset: string; readonly tool: string } {
  service.addToolSet('acme', { id: toolset, versions: [{ version: '1', tools: [tool] }], published: { default: '1' } })
  return { toolset, tool: tool.name }
}
