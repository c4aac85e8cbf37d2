import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toIdentifier } from './identifiers.ts'
import { readDescribedWorld } from './read-world-file.ts'
import { writeWorkflowTypes } from './write-types.ts'

function typesOf(workflows: string): string {
  const text = `workspaces:\n  - id: team\n    workflows:\n${workflows.replace(/^/gm, '      ')}\n`
  return writeWorkflowTypes(readDescribedWorld(text, 'world.yaml'), 'world.yaml')
}

test('writes the arguments, which are optional unless they are required, and the fixed result', () => {
  const workflow = `- flowId: answer-ticket
  name: Answer a ticket
  parameters: [{ name: subject, type: string, required: true }, { name: e-mail, type: string }, { name: tags, type: array }]
  result: { team: billing, tickets: [1, two], none: null }`
  expect(typesOf(workflow)).toBe(`// Written by: wfhost-mock types world.yaml
import { defineWorkflow } from '@wfhost/sdk'
import * as z from 'zod'

/** Answer a ticket */
export const answerTicket = defineWorkflow({
  flowId: "answer-ticket",
  args: z.object({
    subject: z.string(),
    "e-mail": z.string().optional(),
    tags: z.array(z.json()).optional(),
  }),
  result: z.object({ team: z.string(), tickets: z.array(z.union([z.number(), z.string()])), none: z.null() }),
})
`)
})

test('leaves out a result that the file does not contain, and combines the results of cases and of a sequence', () => {
  expect(typesOf('- { flowId: a, expression: args }')).not.toContain('result')
  expect(typesOf('- { flowId: a, expression: args }')).not.toContain('zod')
  const cases =
    '- { flowId: a, parameters: [{ name: x, type: number }], cases: [{ args: { x: 1 }, result: one }, { failure: { name: No, value: no } }, { result: 2 }] }'
  expect(typesOf(cases)).toContain('result: z.union([z.string(), z.number()])')
  expect(typesOf('- { flowId: a, sequence: [{ result: one }, { expression: nth }] }')).not.toContain('result')
  expect(typesOf('- { flowId: a, failure: { name: No, value: no } }')).not.toContain('result')
})

test.each([
  ['answer-ticket', 'answerTicket'],
  ['Answer_ticket', 'answerTicket'],
  ['default', 'workflowDefault'],
  ['2-steps', 'workflow2Steps'],
  ['z', 'workflowZ'],
  ['überweisen', 'überweisen'],
  ['…', 'workflow'],
])('names the definition of %s %s', (flowId, identifier) => {
  expect(toIdentifier(flowId, new Set())).toBe(identifier)
})

test('gives two workflows with a similar flowId different names', () => {
  const taken = new Set<string>()
  expect(['a-b', 'a_b', 'a b'].map((flowId) => toIdentifier(flowId, taken))).toEqual(['aB', 'aB2', 'aB3'])
})

test('a name in a comment or a member cannot end the comment, or set a prototype', () => {
  const workflow = `- flowId: a
  name: "*/ throw 1 /*"
  parameters: [{ name: __proto__, type: number }]
  result: 1`
  expect(typesOf(workflow)).toContain('/** * / throw 1 /* */')
  expect(typesOf(workflow)).toContain("['__proto__']: z.number().optional()")
})

test('writes a definition for each workflow of the examples', () => {
  for (const name of ['sample-world', 'support-desk']) {
    const text = readFileSync(new URL(`../../examples/worlds/${name}.yaml`, import.meta.url), 'utf8')
    const world = readDescribedWorld(text, `${name}.yaml`)
    const count = (world.workspaces ?? []).flatMap(({ workflows = [] }) => workflows).length
    expect(writeWorkflowTypes(world, name).match(/defineWorkflow\(/g)).toHaveLength(count)
  }
})
