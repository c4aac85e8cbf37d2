import ts from 'typescript'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { callCommand } from './call-command.ts'

const TRIAGE = '{ readonly subject: string; readonly priority?: number; readonly customer?: { name: string; }; }'

const given = `import { createRegistryClient, createWorkflowClient, defineWorkflow, responseOf, runMany, unwrap, waitForRun } from '@wfhost/sdk'
import * as z from 'zod'
const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key' })
const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey: 'key' })
const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string(), priority: z.number().optional(), customer: z.object({ name: z.string() }).optional() }),
  result: z.object({ team: z.string() }),
})
const run = await client.run(triage, { subject: 'x' })
`

/** Common mistakes of users, and the message of the compiler for each. */
const mistakes: readonly (readonly [code: string, ...message: string[]])[] = [
  ['client.run(triage, { subject: 1 })', `Type 'number' is not assignable to type 'string'.`],
  [
    'client.run(triage, { priority: 1 })',
    `Argument of type '{ priority: number; }' is not assignable to parameter of type '${TRIAGE}'.`,
    `  Property 'subject' is missing in type '{ priority: number; }' but required in type '${TRIAGE}'.`,
  ],
  ['client.run(triage)', 'Expected 2-3 arguments, but got 1.'],
  [
    `client.run(triage, { subject: 'x', prioriti: 1 })`,
    `Object literal may only specify known properties, but 'prioriti' does not exist in type '${TRIAGE}'. Did you mean to write 'priority'?`,
  ],
  [
    `client.run(triage, { subject: 'x', customer: { nmae: 'n' } })`,
    `Object literal may only specify known properties, and 'nmae' does not exist in type '{ name: string; }'.`,
  ],
  [
    `client.run(triage, [{ name: 'subject', value: 'x' }])`,
    `Argument of type '{ name: string; value: string; }[]' is not assignable to parameter of type '${TRIAGE}'.`,
    `  Property 'subject' is missing in type '{ name: string; value: string; }[]' but required in type '${TRIAGE}'.`,
  ],
  [`client.run('flow', { when: null })`, `Type 'null' is not assignable to type 'ArgumentValue'.`],
  [
    `client.run('flow', {}, { timeOut: 5 })`,
    `Object literal may only specify known properties, but 'timeOut' does not exist in type 'CallOptions'. Did you mean to write 'timeout'?`,
  ],
  [
    'run.result.team',
    `Property 'result' does not exist on type 'Run<{ team: string; }>'.`,
    `  Property 'result' does not exist on type 'FailedRun'.`,
  ],
  [
    `defineWorkflow({ flowId: 'f', arg: z.object({}) })`,
    `Object literal may only specify known properties, but 'arg' does not exist in type 'WorkflowDefinition<StandardSchemaV1<unknown, unknown>, StandardSchemaV1<unknown, unknown>>'. Did you mean to write 'args'?`,
  ],
  [
    `defineWorkflow({ flowId: 'f', args: { subject: 'string' } })`,
    `Object literal may only specify known properties, and 'subject' does not exist in type 'StandardSchemaV1<unknown, unknown>'.`,
  ],
  [
    `createWorkflowClient({ baseURL: 'http://localhost' })`,
    `Object literal may only specify known properties, but 'baseURL' does not exist in type 'WorkflowClientOptions'. Did you mean to write 'baseUrl'?`,
  ],
  [
    `createRegistryClient({ registryUrl: 'http://localhost' })`,
    `Object literal may only specify known properties, and 'registryUrl' does not exist in type 'RegistryClientOptions'.`,
  ],
  [
    `unwrap(client.run(triage, { subject: 'x' }))`,
    `Argument of type 'Promise<Run<{ team: string; }>>' is not assignable to parameter of type 'Run<unknown>'.`,
  ],
  [
    `responseOf(client.run(triage, { subject: 'x' }))`,
    `Argument of type 'Promise<Run<{ team: string; }>>' is not assignable to parameter of type 'Run | StartedRun | Manifest | Execution'.`,
  ],
  [
    `waitForRun('run-1', { timeout: 60_000 })`,
    `Argument of type '{ timeout: number; }' is not assignable to parameter of type 'WaitForRunOptions<unknown>'.`,
    `  Property 'poll' is missing in type '{ timeout: number; }' but required in type 'WaitForRunOptions<unknown>'.`,
  ],
  [
    `runMany(client, triage, [{ subject: 'x' }, { subjekt: 'y' }])`,
    `Object literal may only specify known properties, but 'subjekt' does not exist in type '${TRIAGE}'. Did you mean to write 'subject'?`,
  ],
  [
    `runMany(client, triage, [{ subject: 'x' }], { concurency: 8 })`,
    `Object literal may only specify known properties, but 'concurency' does not exist in type 'BatchOptions<${TRIAGE}, { team: string; }>'. Did you mean to write 'concurrency'?`,
  ],
  [`registry.execute('mail')`, `Argument of type 'string' is not assignable to parameter of type 'object'.`],
  [
    `registry.execute<Tools>({ toolset: 'mail', tool: 'sent' })`,
    `Type '"sent"' is not assignable to type '"send" | "count" | "forecast"'.`,
  ],
  [
    `registry.execute<Tools>({ toolset: 'mail', tool: 'send', arguments: { to: 7, text: 'x' } })`,
    `Type 'number' is not assignable to type 'string'.`,
  ],
  [
    `registry.execute<Tools>({ toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org' } })`,
    `Type '{ to: string; }' is not assignable to type '{ readonly to: string; readonly text: string; } | { readonly city: string; }'.`,
    `  Property 'text' is missing in type '{ to: string; }' but required in type '{ readonly to: string; readonly text: string; }'.`,
  ],
]

const text = { type: 'string', required: true }
const send = { name: 'send', parameters: ['to', 'text'].map((name) => ({ name, ...text })) }
const toolsets = [
  { id: 'mail', tools: [send, { name: 'count', parameters: [] }] },
  { id: 'weather', tools: [{ name: 'forecast', parameters: [{ name: 'city', ...text }] }] },
]

const right = [
  `registry.execute<Tools>({ toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org', text: 'x' } })`,
  `registry.execute<Tools>({ toolset: 'mail', tool: 'count' })`,
  `registry.execute({ toolset: 'any', tool: 'other', arguments: { n: 1 } })`,
]

test('The compiler reports each of the most common mistakes with its place, and nothing else', async () => {
  const tools = await callCommand(['types', '-'], { input: JSON.stringify({ toolsets }) })
  const before = `${given}${tools.out}`
  const lines = [...mistakes.map(([code]) => code), ...right]

  const output = compile(`${before}${lines.map((code) => `void ${code}\n`).join('')}`)

  const first = before.split('\n').length
  const expected = mistakes.map(([code, ...message], index) => [index + first, code, message.join('\n')])
  expect(output.map(({ line, message }) => [line, lines[line - first], message])).toEqual(expected)
  count({ 'mistakes of types': { messages: mistakes.length } })
}, 60_000)

/** Returns the messages of the compiler for a file in this folder, line by line. */
function compile(text: string): readonly { readonly line: number; readonly message: string }[] {
  const path = new URL('mistakes-of-users.ts', import.meta.url).pathname
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, '.').options, noEmit: true }
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, language) =>
    name === path ? ts.createSourceFile(name, text, language) : getSourceFile(name, language)
  const program = ts.createProgram([path], options, host)
  const file = program.getSourceFile(path)
  return program.getSemanticDiagnostics(file).map(({ messageText, start = 0 }) => ({
    line: (file?.getLineAndCharacterOfPosition(start).line ?? -1) + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}
