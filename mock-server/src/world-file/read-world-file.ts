import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Profile } from '../core/profile.ts'
import type { MockSeed, OrganizationSeed, WorkflowSeed, WorkspaceSeed } from '../core/seed.ts'
import { type Behaviour, toolBehaviour, workflowBehaviour } from './behaviour.ts'
import type { DescribedWorkflow } from './described-workflow.ts'
import { type ShapeProblem, shapeProblems, shownPath } from './shape.ts'
import { worldSchema } from './world-schema.ts'

/**
 * A world file is not one; each line of the message names file, line, path, and what to do.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
 *
 * assert.throws(() => readWorldFile('workspaces: 7', 'world.yaml'), WorldFileError)
 * ```
 */
export class WorldFileError extends Error {
  override readonly name = 'WorldFileError'
}

/** A world as its file describes it. */
export interface WorldFile {
  readonly seed: MockSeed
  readonly profile: Partial<Profile>
}

/**
 * Reads a world file: YAML, or JSON, which is YAML too. `createWorldSchema` gives its JSON Schema.
 *
 * @throws {WorldFileError} with one line for each problem.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { readWorldFile } from '@wfhost/mock-server/world-file'
 *
 * const { seed } = readWorldFile(`
 * workspaces:
 *   - id: support
 *     workflows:
 *       - { flowId: greet, key: my-key, published: true, expression: '"Hello " & args.name', parameters: [{ name: name, type: string }] }
 * `)
 * assert.equal(createMockService(seed).workflowKey('greet'), 'my-key')
 * ```
 */
export function readWorldFile(text: string, file = 'world.yaml'): WorldFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const syntax = document.errors.map(({ message, pos }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`)
  if (syntax.length > 0) throw new WorldFileError(syntax.join('\n'))
  const value: unknown = document.toJS() ?? {}
  const wrong = shapeProblems(worldSchema, value)
  // What a shape has let through is what the types below say.
  const world = value as DescribedWorld
  const problems = wrong.length > 0 ? wrong : expressionProblems(world)
  if (problems.length > 0)
    throw new WorldFileError(
      problems.map(({ message, path }) => `${file}:${lineOf(path)}: ${shownPath(path)}${message}`).join('\n'),
    )
  return { seed: toSeed(world), profile: world.profile ?? {} }
}

interface DescribedWorld extends Omit<MockSeed, 'organizations' | 'workspaces'> {
  readonly $schema?: string
  readonly profile?: Partial<Profile>
  readonly organizations?: readonly DescribedOrganization[]
  readonly workspaces?: readonly DescribedWorkspace[]
}

type DescribedToolSet = Omit<NonNullable<OrganizationSeed['toolSets']>[number], 'versions'> & {
  readonly versions: readonly { readonly version: string; readonly tools: readonly DescribedTool[] }[]
}
type DescribedOrganization = Omit<OrganizationSeed, 'toolSets'> & { readonly toolSets?: readonly DescribedToolSet[] }
type DescribedTool = Behaviour & {
  readonly name: string
  readonly description?: string
  readonly parameters?: NonNullable<WorkflowSeed['parameters']>
}
type DescribedWorkspace = Omit<WorkspaceSeed, 'workflows'> & { readonly workflows?: readonly DescribedWorkflow[] }

function toSeed(world: DescribedWorld): MockSeed {
  const { $schema: _schema, organizations = [], profile: _profile, workspaces = [], ...rest } = world
  return {
    ...rest,
    organizations: organizations.map(({ toolSets = [], ...organization }) => ({
      ...organization,
      toolSets: toolSets.map((toolSet) => ({
        ...toolSet,
        versions: toolSet.versions.map(({ tools, version }) => ({
          version,
          tools: tools.map(({ delayMs, expression, failure, result, ...tool }) => {
            return { ...tool, implementation: toolBehaviour(defined({ delayMs, expression, failure, result })) }
          }),
        })),
      })),
    })),
    workspaces: workspaces.map(({ workflows = [], ...workspace }) => ({
      ...workspace,
      workflows: workflows.map(({ delayMs, expression, failure, result, steps = [], ...workflow }) => {
        return { ...workflow, implementation: workflowBehaviour({ ...defined({ delayMs, expression, failure, result }), steps }) }
      }),
    })),
  }
}

function defined<T extends object>(value: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}

/** Every expression that cannot be read. */
function expressionProblems(world: DescribedWorld): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  visit(world, { path: [], problems })
  return problems
}

function visit(
  value: unknown,
  { path, problems }: { readonly path: readonly (string | number)[]; readonly problems: ShapeProblem[] },
): void {
  const [name, holder] = [path.at(-1), path.at(-2)]
  if (typeof value === 'string' && (name === 'expression' || (name === 'arguments' && holder === 'useTool'))) {
    try {
      workflowBehaviour({ expression: value })
    } catch (error) {
      problems.push({ path, message: `expected a JSONata expression: ${error instanceof Error ? error.message : String(error)}` })
    }
  }
  if (typeof value !== 'object' || value === null || name === 'result') return
  for (const [key, member] of Object.entries(value))
    visit(member, { path: [...path, Array.isArray(value) ? Number(key) : key], problems })
}
