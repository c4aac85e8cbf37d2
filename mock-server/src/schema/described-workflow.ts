import * as z from 'zod'
import { type Given, json } from './check.ts'
import { countSchema, textSchema } from './values.ts'
import { toolMembers, workflowMembers } from './workflow.ts'

/** An object without quotes is what YAML has for an expression that begins with a brace. */
const source = z.string({
  error: ({ input }) =>
    typeof input === 'object' ? 'expected an expression as text, found an object; write it in quotes' : undefined,
})

const behaviour = {
  result: json.optional().describe('The result, any JSON. It is the same for each run.'),
  expression: source
    .min(1)
    .optional()
    .meta({
      description:
        'A JavaScript expression whose value is the result. It reads args, in a tool also variables, and in a workflow also steps, now and nth. fail(name, value) ends the run with an error.',
      examples: ['"Hello " + args.name'],
    }),
  generated: json.optional().meta({
    description:
      'The result as JSON with generated data. {{person.fullName}} in a text calls that method of @faker-js/faker, which must be installed.',
    examples: [{ name: '{{person.fullName}}', age: '{{number.int({"min":18,"max":90})}}' }],
  }),
  failure: z
    .strictObject({
      name: textSchema.describe('The name of the error.'),
      value: z.string().describe('The message of the error.'),
    })
    .optional()
    .meta({ description: 'The error with which each run fails.', examples: [{ name: 'TicketLocked', value: 'It is locked' }] }),
  delayMs: countSchema.optional().meta({ description: 'The duration, in milliseconds of the clock of the service.', default: 0 }),
}

const outcomes = ['result', 'expression', 'generated', 'failure']

const oneCase = exactlyOne(
  z.strictObject({
    args: z
      .record(z.string(), json)
      .optional()
      .describe(
        'The arguments that select this case, with their values. A request may have more arguments. Default: any arguments.',
      ),
    ...behaviour,
  }),
  outcomes,
)

const cases = z
  .array(oneCase)
  .min(1)
  .optional()
  .meta({
    description:
      'Outcomes that depend on the arguments. The first case that matches them applies. Without a match, the run fails with NoCase.',
    examples: [[{ args: { amount: 0 }, failure: { name: 'NothingToCharge', value: 'Name an amount' } }, { result: 'charged' }]],
  })

const part = exactlyOne(
  z.strictObject({
    ...behaviour,
    times: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'The number of runs with this outcome. The last outcome applies to all later runs.', default: 1 }),
  }),
  outcomes,
)

const sequence = z
  .array(part)
  .min(1)
  .optional()
  .meta({
    description: 'Outcomes in order: that of the first run of the workflow, that of the second run, and so on.',
    examples: [[{ failure: { name: 'Busy', value: 'Try again later' }, times: 2 }, { result: 'done' }]],
  })

const step = exactlyOne(
  z.strictObject({
    id: textSchema.describe('The name of the step. A run result lists the outcome of the step under this name.'),
    ...behaviour,
    cases,
    sequence,
    useTool: z
      .strictObject({
        toolset: textSchema.describe('The id of the tool set.'),
        tool: textSchema.describe('The name of the tool.'),
        registry: textSchema
          .optional()
          .describe('The name of a registry of the workspace. Default: the first active registry that offers the tool.'),
        arguments: source.optional().meta({
          description: 'An expression of JavaScript whose result is an object with the arguments.',
          default: '{}',
          examples: ['{ to: args.email }'],
        }),
      })
      .optional()
      .describe('Executes a tool through a registry of the workspace. An execution takes credits (ENTRY-STEPS).'),
  }),
  [...outcomes, 'cases', 'sequence', 'useTool'],
)

export const describedWorkflow = exactlyOne(
  z.strictObject({
    ...workflowMembers,
    steps: z.array(step).optional().meta({ description: 'The steps that run before the outcome, in order.', default: [] }),
    ...behaviour,
    cases,
    sequence,
  }),
  [...outcomes, 'cases', 'sequence'],
).describe('A workflow. After its steps, one of result, expression, generated, failure, cases and sequence decides its outcome.')

export const describedTool = exactlyOne(z.strictObject({ ...toolMembers, ...behaviour, cases }), [...outcomes, 'cases'])

/** Refuses an object that has none or several of some members. */
function exactlyOne<Schema extends z.ZodObject>(schema: Schema, members: readonly string[]): Schema {
  const given = (value: unknown): string[] => members.filter((name) => Reflect.get(Object(value), name) !== undefined)
  return schema
    .refine((value) => given(value).length === 1, {
      // Also checked if other members are invalid, so that one check reports all mistakes.
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
      error: ({ input }) => {
        const found = given(input)
        const remedy = found.length === 0 ? 'add one' : 'keep one'
        return `expected one of ${members.join(', ')}, found ${found.join(' and ') || 'none'}; ${remedy}`
      },
    })
    .meta({ oneOf: members.map((name) => ({ required: [name] })) })
}

/** A workflow as data: after its steps, `result`, `expression`, `generated`, `failure`, `cases` or `sequence` decides its outcome. */
export interface DescribedWorkflow extends Given<typeof describedWorkflow> {}

interface DescribedTool extends Given<typeof describedTool> {}

/** A step of a workflow as data. */
export interface StepBehaviour extends Given<typeof step> {}

/** The behaviour in some runs of a story. */
export interface StoryPart extends Given<typeof part> {}

/** The behaviour for a run or an execution with some arguments. */
export interface Case extends Given<typeof oneCase> {}

/** The behaviour of a tool, step or workflow as data: one of `result`, `expression`, `generated` and `failure`. */
export type Behaviour = Pick<DescribedTool, keyof typeof behaviour>
