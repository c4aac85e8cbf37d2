import { createMockService, type MockService, type ToolSeed } from '@wfhost/mock-server'
import type { AsyncCommand } from 'fast-check'
import { environments, flowIds, type Model, toolSetIds } from './model.ts'

/** The service under test, with the keys that it gave. */
export interface Real {
  readonly service: MockService
  /** The keys of each flow in the order in which they were given. */
  readonly keys: Map<string, string[]>
}

/** Something that is done with both, and compared. */
export type Command = AsyncCommand<Model, Real>

/** A command by its name, which can be given always, or where it says so. */
export function command(name: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => name }
}

/** The service in the state in which a sequence begins. */
export function createReal(): Real {
  const service = createMockService({
    organizations: [
      {
        id: 'org',
        name: 'Org',
        credits: 3,
        environments: environments.map((name) => ({ name, variables: { WHERE: name } })),
        toolSets: toolSetIds.map((id) => ({ id, versions: [{ version: '1', tools: tools('1') }] })),
        toolHostingKeys: environments.map((environment) => ({ name: environment, environment, key: `key-${environment}` })),
      },
    ],
    workspaces: [
      {
        id: 'space',
        workflows: [
          ...flowIds.map((flowId) => ({ flowId, implementation: () => flowId })),
          {
            flowId: 'user',
            key: 'key-user',
            published: true,
            parameters: [
              { name: 'toolSet', type: 'string' as const },
              { name: 'tool', type: 'string' as const },
            ],
            implementation: ({ tool, toolSet }, { useTool }) => useTool('use', { toolSet: String(toolSet), tool: String(tool) }),
          },
        ],
      },
    ],
  })
  return { service, keys: new Map(flowIds.map((flowId) => [flowId, []])) }
}

/** The tools of a version: one says where it runs, one fails. */
export function tools(version: string): ToolSeed[] {
  return [
    { name: 'say', implementation: (_args, { variables }) => `${version} ${variables['WHERE']}` },
    {
      name: 'fail',
      implementation: () => {
        throw new Error('failed')
      },
    },
  ]
}
