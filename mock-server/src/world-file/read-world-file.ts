import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Profile } from '../core/profile.ts'
import type { MockSeed } from '../core/seed.ts'
import { toolBehaviour, workflowBehaviour } from './behaviour.ts'
import { contradictions } from './contradictions.ts'
import type { DescribedWorld } from './described-world.ts'
import { expressionNameProblems } from './expression-name-problems.ts'
import { expressionProblems } from './expression-problems.ts'
import { type ShapeProblem, shapeProblems, shownPath } from './shape.ts'
import { WorldFileError, type WorldFileProblem } from './world-file-error.ts'
import { worldSchema } from './world-schema.ts'

/** The content of a world file. */
export interface WorldFile {
  readonly seed: MockSeed
  readonly profile: Partial<Profile>
}

/**
 * Reads a world file in YAML or JSON. `createWorldSchema` returns its JSON Schema.
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
  const syntax = document.errors.map(({ message, pos }) => ({ line: lines.linePos(pos[0]).line, path: '', message }))
  if (syntax.length > 0) throw worldFileError(file, syntax)
  const value: unknown = document.toJS() ?? {}
  const wrong = shapeProblems(worldSchema, value)
  // The schema has just checked the type.
  const world = value as DescribedWorld
  const problems = wrong.length > 0 ? wrong : problemsOf(world)
  if (problems.length > 0)
    throw worldFileError(
      file,
      problems.map(({ message, path }) => ({ line: lineOf(path), path: shownPath(path), message })),
    )
  return { seed: toSeed(world), profile: world.profile ?? {} }
}

function problemsOf(world: DescribedWorld): ShapeProblem[] {
  const unreadable = expressionProblems(world)
  const names = unreadable.length > 0 ? [] : expressionNameProblems(world)
  return [...unreadable, ...names, ...contradictions(world)]
}

function worldFileError(file: string, problems: readonly WorldFileProblem[]): WorldFileError {
  const told = problems.map(({ line, message, path }) => `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`)
  return new WorldFileError(told.join('\n'), { problems })
}

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
