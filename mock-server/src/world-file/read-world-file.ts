import { LocatedYaml } from '@wfhost/internal/located-yaml'
import { formatPath } from '@wfhost/internal/messages'
import { describeFound, findSchemaProblems, type SchemaProblem } from '@wfhost/internal/schema-problems'
import { deepestNesting, isTooDeep, type JsonObject } from '../core/json.ts'
import type { Assumptions } from '../schema/assumptions.ts'
import type { DescribedWorkflow } from '../schema/described-workflow.ts'
import { type DescribedWorld, describedWorldSchema } from '../schema/described-world.ts'
import { findTextProblem, isFilePath } from '../schema/text-argument.ts'
import type { ToolSeed, WorkflowSeed } from '../schema/workflow.ts'
import type { MockSeed, ToolsetSeed } from '../schema/world.ts'
import { toolBehaviour, workflowBehaviour } from './behaviour.ts'
import { findContradictions } from './find-contradictions.ts'
import { findDeepNesting } from './find-deep-nesting.ts'
import { findExpressionProblems } from './find-expression-problems.ts'
import { findGeneratedProblems } from './find-generated-problems.ts'
import { findYamlProblems } from './find-yaml-problems.ts'
import { loadFaker } from './generate.ts'

/** The content of a world file. */
export interface WorldFile {
  readonly seed: MockSeed
  readonly assumptions: Partial<Assumptions>
}

/** A mistake in a world file. */
export interface WorldFileProblem {
  /** From 1. */
  readonly line: number
  /** As in `workspaces[0].id`; empty for the whole file. */
  readonly path: string
  /** Describes the problem and the remedy. */
  readonly message: string
}

/**
 * A world file is invalid; each line of the message has the file, the line, the path, and the remedy.
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
  /** The lines of the message as data. */
  readonly problems: readonly WorldFileProblem[]

  constructor(message: string, options: ErrorOptions & { readonly problems?: readonly WorldFileProblem[] } = {}) {
    super(message, options)
    this.problems = options.problems ?? []
  }
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
 *       - { flowId: greet, key: my-key, expression: '"Hello " & args.name', parameters: [{ name: name, type: string }] }
 * `)
 * assert.equal(createMockService(seed).workflowKey('greet'), 'my-key')
 * ```
 */
export function readWorldFile(text: string, file = 'world.yaml'): WorldFile {
  return read(text, { file, findProblems: findAllProblems })
}

/** The same, but looks for what `generated` names in Faker, too, which takes a while to load. */
export async function readWorldFileWithFaker(text: string, file?: string): Promise<WorldFile> {
  checkText(text, file)
  if (!text.includes('{{')) return readWorldFile(text, file)
  const faker = await loadFaker().then(
    (module) => module.faker,
    () => undefined,
  )
  return read(text, { file, findProblems: (world) => [...findAllProblems(world), ...findGeneratedProblems(world, faker)] })
}

const tooDeep = `expected at most ${deepestNesting} levels, found more; write it with fewer levels`

interface Reading {
  readonly file?: string | undefined
  readonly findProblems: (world: unknown) => readonly SchemaProblem[]
}

/** Reads a world file. The checks stop at the first kind of problem, because later checks would only repeat it. */
function read(text: string, reading: Reading): WorldFile {
  const world = readWorldDescription(text, reading)
  return { seed: toSeed(world), assumptions: world.assumptions ?? {} }
}

/**
 * Reads a world file as data, without the functions of its workflows.
 *
 * @throws {WorldFileError} with one line for each problem.
 */
export function readDescribedWorld(text: string, file: string): DescribedWorld {
  return readWorldDescription(text, { file, findProblems: findAllProblems })
}

/**
 * Reads a world file as data. Each check assumes that the text has passed the checks before it, and would report misleading
 * problems otherwise. So the reading stops at the first check that finds problems.
 *
 * @throws {WorldFileError} with one line for each problem.
 */
function readWorldDescription(text: string, { file = 'world.yaml', findProblems }: Reading): DescribedWorld {
  checkText(text, file)
  checkNesting(text, file)

  const yaml = new LocatedYaml(text, { merge: true, stringKeys: true })
  checkYaml({ file, yaml })
  checkEncoding(text, { file, yaml })

  const world = toData(yaml, file)
  checkSize(world, file)
  checkForPath(world, file)
  const problems = findProblems(world)
  if (problems.length > 0) throw worldFileError(file, locateProblems(problems, yaml))

  // The schema in `findProblems` has just checked the type.
  return world as DescribedWorld
}

interface ParsedFile {
  readonly file: string
  readonly yaml: LocatedYaml
}

/** Rejects a value that is not a text, such as the bytes of a file or the promise of `readFile`. */
function checkText(text: unknown, file = 'world.yaml'): void {
  const problem = findTextProblem(text, 'the text of a world file')
  if (problem !== undefined) throw worldFileError(file, [{ line: 1, path: '', message: problem }])
}

/** Rejects the path of a file. In YAML, a path is a text. */
function checkForPath(value: unknown, file: string): void {
  if (!isFilePath(value)) return
  const message = `expected the text of a world file, found the path ${describeFound(value)}; read the file and pass its text`
  throw worldFileError(file, [{ line: 1, path: '', message }])
}

/** Rejects a text that nests too deeply to be parsed. */
function checkNesting(text: string, file: string): void {
  const deepNesting = findDeepNesting(text)
  if (deepNesting === undefined) return
  throw worldFileError(file, [{ line: deepNesting.line, path: '', message: tooDeep }])
}

function checkYaml({ file, yaml }: ParsedFile): void {
  const problems = findYamlProblems(yaml)
  if (problems.length === 0) return

  const locatedProblems = problems.map(({ message, offset }) => ({ line: yaml.lineAt(offset), path: '', message }))
  throw worldFileError(file, locatedProblems)
}

/** Rejects a text that was not UTF-8: decoding leaves replacement characters. PowerShell 5 writes UTF-16 for `>`. */
function checkEncoding(text: string, { file, yaml }: ParsedFile): void {
  const offset = text.indexOf('\ufffd')
  if (offset < 0) return
  const message = 'it is in another encoding; save it in UTF-8'
  throw worldFileError(file, [{ line: yaml.lineAt(offset), path: '', message }])
}

/** Rejects data that nests too deeply, and an empty file. */
function checkSize(value: unknown, file: string): void {
  // An alias can refer to a value that nests deeply.
  if (isTooDeep(value)) throw worldFileError(file, [{ line: 1, path: '', message: tooDeep }])

  // An editor may write an empty file for a moment. A server that accepted it would forget everything.
  if (value === null) throw worldFileError(file, [{ line: 1, path: '', message: 'the file is empty; an empty world is {}' }])
}

/** Adds the line to each problem, and sorts the problems by line. */
function locateProblems(problems: readonly SchemaProblem[], yaml: LocatedYaml): WorldFileProblem[] {
  const located = problems.map(({ message, path }) => ({
    line: yaml.lineOfValue(path) ?? 1,
    path: formatPath(path),
    message,
  }))
  return located.toSorted((one, other) => one.line - other.line)
}

function toData({ document }: LocatedYaml, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Aliases of aliases, which would take all memory.
    const message = error instanceof Error ? error.message : String(error)
    throw worldFileError(file, [{ line: 1, path: '', message: `${message}; write the values of the aliases out` }])
  }
}

/**
 * Creates a workflow from its description as in a world file.
 *
 * @throws {WorldFileError} with one line for each problem.
 */
export function readDescribedWorkflow(described: DescribedWorkflow | JsonObject): WorkflowSeed {
  // The rules of world files are for a whole world, so the workflow is put into one.
  const place = ['workspaces', 0, 'workflows', 0]
  const world = { workspaces: [{ id: 'any', registries: [], workflows: [described] }] }

  const problems = findAllProblems(world).map(({ message, path }) => {
    return { line: 1, path: formatPath(['workflow', ...path.slice(place.length)]), message }
  })
  if (problems.length > 0) {
    throw new WorldFileError(problems.map(({ message, path }) => `${path}: ${message}`).join('\n'), { problems })
  }

  // The schema has just checked the type; a description consists of JSON.
  const workflow = described as DescribedWorkflow
  return { ...toWorkflow(workflow), data: described as JsonObject }
}

function findAllProblems(world: unknown): SchemaProblem[] {
  return [...findSchemaProblems(describedWorldSchema, world), ...findExpressionProblems(world), ...findContradictions(world)]
}

function worldFileError(file: string, problems: readonly WorldFileProblem[]): WorldFileError {
  const lines = problems.map(({ line, message, path }) => `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`)
  return new WorldFileError(lines.join('\n'), { problems })
}

/** Creates the seed that a world file describes: its tools and workflows become functions. */
function toSeed({
  $schema: _schema,
  organizations = [],
  assumptions: _assumptions,
  workspaces = [],
  ...others
}: DescribedWorld): MockSeed {
  return {
    ...others,
    organizations: organizations.map(({ toolsets = [], ...organization }) => ({
      ...organization,
      toolsets: toolsets.map(toToolset),
    })),
    workspaces: workspaces.map(({ workflows = [], ...workspace }) => ({ ...workspace, workflows: workflows.map(toWorkflow) })),
  }
}

type DescribedToolset = NonNullable<NonNullable<DescribedWorld['organizations']>[number]['toolsets']>[number]
type DescribedTool = DescribedToolset['versions'][number]['tools'][number]

function toToolset(described: DescribedToolset): ToolsetSeed {
  const versions = described.versions.map(({ tools, version }) => ({ version, tools: tools.map(toTool) }))
  return { ...described, versions }
}

function toTool({ cases, delayMs, expression, failure, generated, result, ...tool }: DescribedTool): ToolSeed {
  return { ...tool, implementation: toolBehaviour({ cases, delayMs, expression, failure, generated, result }) }
}

function toWorkflow(described: DescribedWorkflow): WorkflowSeed {
  const { cases, delayMs, expression, failure, generated, result, sequence, steps, ...workflow } = described
  const behaviour = { cases, delayMs, expression, failure, generated, result, sequence, steps }
  return { ...workflow, implementation: workflowBehaviour(behaviour) }
}
