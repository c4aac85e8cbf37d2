import * as z from 'zod'
import type { ToolImplementation, WorkflowImplementation } from '../core/implementation.ts'
import type { JsonObject } from '../core/json.ts'
import { callable, type Given, json } from './check.ts'
import { count, flowId, key, text } from './values.ts'

const parameter = z.strictObject({
  name: text.describe('The name of an argument.'),
  type: z.enum(['string', 'number', 'boolean', 'object', 'array']).describe('The type of its value (RUN-ARG-VALUE).'),
  required: z.boolean().optional().meta({ description: 'Whether it has to be given.', default: false }),
})

const parameters = z
  .array(parameter)
  .optional()
  .meta({
    description: 'The parameters; others are refused, unless the profile says otherwise (RUN-ARG-EXTRA).',
    default: [],
    examples: [[{ name: 'subject', type: 'string', required: true }]],
  })

const behaviour = {
  result: json.optional().describe('Returns always this, any JSON.'),
  expression: text.optional().meta({
    description:
      'Returns what this expression of JavaScript makes of args, and of variables in a tool, or of steps, now and nth in a workflow; fail(name, value) ends the run with an error.',
    examples: ['"Hello " + args.name'],
  }),
  generated: json.optional().meta({
    description:
      'Returns this JSON with data made up where its texts have {{person.fullName}} or another method of @faker-js/faker, which has to be installed.',
    examples: [{ name: '{{person.fullName}}', age: '{{number.int({"min":18,"max":90})}}' }],
  }),
  failure: z
    .strictObject({
      name: text.describe('The name of the error.'),
      value: z.string().describe('The message of the error.'),
    })
    .optional()
    .meta({ description: 'Fails always with this error.', examples: [{ name: 'TicketLocked', value: 'It is locked' }] }),
  delayMs: count.optional().meta({ description: 'How long it takes, in milliseconds, by the clock of the service.', default: 0 }),
}

const outcomes = ['result', 'expression', 'generated', 'failure']

const oneCase = exactlyOne(
  z.strictObject({
    args: z
      .record(z.string(), json)
      .optional()
      .describe('The arguments that it is for, with their values; others may come with them. By default any.'),
    ...behaviour,
  }),
  outcomes,
)

const cases = z
  .array(oneCase)
  .min(1)
  .optional()
  .meta({
    description: 'What happens by the arguments: the first case that is for them; where none is, it fails with NoCase.',
    examples: [[{ args: { amount: 0 }, failure: { name: 'NothingToCharge', value: 'Name an amount' } }, { result: 'charged' }]],
  })

const part = exactlyOne(
  z.strictObject({
    ...behaviour,
    times: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many runs it is for; the last one is for all that follow.', default: 1 }),
  }),
  outcomes,
)

const sequence = z
  .array(part)
  .min(1)
  .optional()
  .meta({
    description: 'Tells a story: what happens in the first run of the workflow, in the second, and so on.',
    examples: [[{ failure: { name: 'Busy', value: 'Try again later' }, times: 2 }, { result: 'done' }]],
  })

const step = exactlyOne(
  z.strictObject({
    id: text.describe('The name of the step, by which a run tells its outcome.'),
    ...behaviour,
    cases,
    sequence,
    useTool: z
      .strictObject({
        toolSet: text.describe('The id of the tool set.'),
        tool: text.describe('The name of the tool.'),
        registry: text
          .optional()
          .describe('The name of a registry of the workspace; by default the first active one that offers the tool.'),
        arguments: z
          .string()
          .optional()
          .meta({
            description: 'An expression of JavaScript whose result is an object with the arguments.',
            default: '{}',
            examples: ['{ to: args.email }'],
          }),
      })
      .optional()
      .describe('Executes a tool through a registry of the workspace, metered in credits (ENTRY-STEPS).'),
  }),
  [...outcomes, 'cases', 'sequence', 'useTool'],
)

const workflow = {
  flowId,
  name: text.optional().describe('The name that a console shows; by default the flowId.'),
  parameters,
  published: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it is published, and so has a key (KEY-CREATED).', default: false }),
  archived: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it is archived: it has a key, and cannot be run (FLOW-ARCHIVED).', default: false }),
  key: key.optional().describe('The key that its first publication creates; by default a random one.'),
}

export const describedWorkflow = exactlyOne(
  z.strictObject({
    ...workflow,
    steps: z.array(step).optional().meta({ description: 'What it does before its outcome, one after the other.', default: [] }),
    ...behaviour,
    cases,
    sequence,
  }),
  [...outcomes, 'cases', 'sequence'],
).describe('A workflow: after its steps, result, expression, generated, failure, cases or sequence decides its outcome.')

export const workflowSeed = z.strictObject({
  ...workflow,
  implementation: callable<WorkflowImplementation>().describe('What it does.'),
  description: z
    .custom<JsonObject>()
    .optional()
    .describe('The whole workflow as data, for one that is added while the service runs, so that its state has it.'),
})

const tool = {
  name: text.describe('The name of the tool.'),
  description: z.string().optional().describe('What the manifest says of it; by default nothing.'),
  parameters,
}

export const describedTool = exactlyOne(z.strictObject({ ...tool, ...behaviour, cases }), [...outcomes, 'cases'])

export const toolSeed = z.strictObject({
  ...tool,
  implementation: callable<ToolImplementation>().describe('What it does.'),
})

export const publishOptions = z.strictObject({
  workspace: text
    .optional()
    .describe(
      'The id of its workspace; by default the one that has the workflow, else the first one, else a new one named `default`.',
    ),
  key: workflow.key,
  name: workflow.name,
  archived: workflow.archived,
  parameters: z
    .array(parameter)
    .optional()
    .describe(
      'Checked instead of the schema, so that arguments arrive as sent: needed for a schema that does not accept its own output, since a client sends that output.',
    ),
})

/** Refuses an object that has none or several of some members. */
function exactlyOne<Schema extends z.ZodObject>(schema: Schema, members: readonly string[]): Schema {
  const given = (value: unknown): string[] => members.filter((name) => Reflect.get(Object(value), name) !== undefined)
  return schema
    .refine((value) => given(value).length === 1, {
      // Whatever else is wrong: every mistake is found at once.
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
      error: ({ input }) => {
        const found = given(input)
        const remedy = found.length === 0 ? 'add one' : 'keep one'
        return `expected one of ${members.join(', ')}, found ${found.join(' and ') || 'none'}; ${remedy}`
      },
    })
    .meta({ oneOf: members.map((name) => ({ required: [name] })) })
}

/** A parameter of a workflow or of a tool. */
export interface Parameter extends Given<typeof parameter> {}

/** The types that an argument may have (RUN-ARG-VALUE). */
export type ParameterType = Parameter['type']

/** A workflow in code. */
export interface WorkflowSeed extends Given<typeof workflowSeed> {}

/** A tool of one version of a tool set. */
export interface ToolSeed extends Given<typeof toolSeed> {}

/** How a defined workflow is published. */
export interface PublishOptions extends Given<typeof publishOptions> {}

/** A workflow as data: after its steps, `result`, `expression`, `generated`, `failure`, `cases` or `sequence` decides its outcome. */
export interface DescribedWorkflow extends Given<typeof describedWorkflow> {}

interface DescribedTool extends Given<typeof describedTool> {}

/** A step of a workflow as data. */
export interface StepBehaviour extends Given<typeof step> {}

/** What happens in some runs of a story. */
export interface StoryPart extends Given<typeof part> {}

/** What happens where a run or an execution has some arguments. */
export interface Case extends Given<typeof oneCase> {}

/** The behaviour of a tool, step or workflow as data: one of `result`, `expression`, `generated` and `failure`. */
export type Behaviour = Pick<DescribedTool, keyof typeof behaviour>
