import { defineWorkflow } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { schemaOf } from '../src/cli/print-types.ts'
import { callCommand } from './call-command.ts'
import { useFolder } from './command-surroundings.ts'

const { file } = useFolder()

describe('wfhost types', () => {
  test('prints the definition of a workflow from examples', async () => {
    const args = file('example.json', '{"subject":"x","tags":["a",1],"customer":{"na-me":null}}')
    expect((await callCommand(['types', 'support-triage', '--args', args])).out).toContain(
      `export const supportTriage = defineWorkflow({
  flowId: "support-triage",
  args: z.object({ subject: z.string(), tags: z.array(z.union([z.string(), z.number()])), customer: z.object({ "na-me": z.null() }) }),
})`,
    )
    expect(schemaOf([])).toBe('z.array(z.unknown())')
    expect(schemaOf([{ a: 1 }, { a: 'x', b: [] }, null])).toBe(
      'z.array(z.union([z.object({ a: z.union([z.number(), z.string()]), b: z.optional(z.array(z.unknown())) }), z.null()]))',
    )
  })

  const examples: readonly object[] = [
    { subject: 'x', priority: 1.5, urgent: false, nothing: null },
    { 'na-me': { '': [] }, class: { deep: [[1, 'a'], [null]] }, mixed: [{ a: 1 }, { b: { c: true } }, 'x', []] },
    { constructor: { prototype: 'x' } },
  ]
  test.each(examples)('prints a definition that takes its examples: %j', async (example) => {
    const path = file('sample.json', JSON.stringify(example))
    const { out } = await callCommand(['types', '7 flows', '--args', path, '--result', path])
    const body = out.replace(/^import .*$/gm, '').replace('export const workflow7Flows =', 'return')
    const { args, result, flowId } = new Function('z', 'defineWorkflow', body)(z, defineWorkflow)
    expect(flowId).toBe('7 flows')
    expect([args.safeParse(example).success, result.safeParse(example).success]).toEqual([true, true])
    expect(args.safeParse({ ...example, [Object.keys(example)[0] ?? '']: () => 1 }).success).toBe(false)
  })
})
