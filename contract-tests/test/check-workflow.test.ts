import { createMockService, type MockSeed, type MockService } from '@wfhost/mock-server'
import { defineWorkflow } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkWorkflow, type WorkflowCheck, type WorkflowCheckOptions } from '../src/check-workflow.ts'

type WorkflowSeed = NonNullable<NonNullable<MockSeed['workspaces']>[number]['workflows']>[number]
type Parameters = NonNullable<WorkflowSeed['parameters']>

const triage = defineWorkflow({
  flowId: 'triage',
  args: z.object({ subject: z.string(), priority: z.number().optional(), tags: z.array(z.string()).optional() }),
  result: z.object({ team: z.string() }),
})
const deployed: WorkflowSeed = {
  flowId: 'triage',
  key: 'key-triage-7f3a9',
  published: true,
  parameters: [
    { name: 'subject', type: 'string', required: true },
    { name: 'priority', type: 'number' },
    { name: 'tags', type: 'array' },
  ],
  implementation: () => ({ team: 'billing' }),
}
const example = { subject: 'Hello', priority: 2 }

test('a workflow that matches its definition fits', async () => {
  const { findings, fits, requests } = await check(deployed, { examples: [example, { subject: 'Again', tags: ['a'] }] })
  expect(findings).toEqual([])
  expect(fits).toBe(true)
  // Two examples, three parameters left out, three of a wrong type.
  expect(requests).toBe(8)
})

const drifts: readonly {
  readonly drift: string
  readonly change: Partial<WorkflowSeed>
  readonly finding: readonly [kind: string, parameter: string | undefined]
}[] = [
  { drift: 'has another name for a parameter', change: { parameters: renamed() }, finding: ['arguments', undefined] },
  { drift: 'expects another type of a parameter', change: withParameter({ type: 'string' }), finding: ['arguments', undefined] },
  { drift: 'no longer has a parameter', change: { parameters: parameters().slice(0, 1) }, finding: ['arguments', undefined] },
  { drift: 'requires what was optional', change: withParameter({ required: true }), finding: ['missing-argument', 'priority'] },
  { drift: 'no longer requires a parameter', change: optionalSubject(), finding: ['missing-argument', 'subject'] },
  { drift: 'has a new parameter that is required', change: { parameters: withChannel() }, finding: ['arguments', undefined] },
  { drift: 'returns another shape', change: { implementation: () => ({ team: null }) }, finding: ['result', undefined] },
  { drift: 'fails', change: { implementation: fail }, finding: ['run-failed', undefined] },
  { drift: 'is archived', change: { archived: true }, finding: ['access', undefined] },
  { drift: 'has another key', change: { key: 'another-key-of-it' }, finding: ['access', undefined] },
]

test.each(drifts)('a workflow that $drift does not', async ({ change, finding }) => {
  const { findings, fits } = await check({ ...deployed, ...change })
  expect(fits).toBe(false)
  expect(findings.map(({ kind, parameter }) => [kind, parameter])).toEqual([finding])
})

test('a workflow that accepts any type of a parameter does not fit', async () => {
  const anyPriority = async (service: MockService, request: Request) => {
    const { args, mode } = JSON.parse(await request.clone().text())
    const rest = args.filter(({ name }: { readonly name: string }) => name !== 'priority')
    return service.fetch(new Request(request, { body: JSON.stringify({ args: rest, mode }) }))
  }
  const { findings } = await check(deployed, { through: anyPriority })
  expect(findings).toEqual([
    {
      kind: 'wrong-type',
      parameter: 'priority',
      message: 'The workflow takes arguments whose priority is a value of type string, the definition refuses them',
    },
  ])
})

test('a message quotes the response of the workflow, or the problem of the definition', async () => {
  const refused = await check({ ...deployed, parameters: renamed() })
  expect(refused.findings[0]?.message).toMatch(/^The workflow refuses the example .*expected the name of a parameter, found/)
  const odd = await check({ ...deployed, implementation: () => ({ team: null }) })
  expect(odd.findings[0]?.message).toMatch(/^The definition refuses the result of the example .*: team: /)
})

test('sends the examples that the definition accepts, and no others', async () => {
  const { findings, requests } = await check(deployed, { examples: [{ subject: 7 }, { subject: 'Hello' }] })
  expect(findings.map(({ kind }) => kind)).toEqual(['example'])
  expect(requests).toBe(3)
})

test('stops after the first request if the server does not respond or the key is unknown', async () => {
  const silent = await check(deployed, {
    through: () => Promise.reject(new TypeError('fetch failed')),
    examples: [example, example],
  })
  expect(silent).toMatchObject({ fits: false, requests: 1, findings: [{ kind: 'unexpected-response' }] })
  const unknown = await check({ ...deployed, key: 'another-key-of-it' }, { examples: [example, example] })
  expect(unknown).toMatchObject({ fits: false, requests: 1, findings: [{ kind: 'access' }] })
})

test('reports a 200 that is not the result of a run', async () => {
  const { findings } = await check(deployed, { through: async () => Response.json({ runId: 'a' }) })
  expect(findings.map(({ kind }) => kind)).toEqual(['unexpected-response'])
})

test('a definition without schemas is checked only with its examples', async () => {
  const service = serve(deployed)
  const options = { baseUrl, apiKey: 'key-triage-7f3a9', allow: ['runs'] as const, examples: [example], fetch: service.fetch }
  expect(await checkWorkflow(defineWorkflow({ flowId: 'triage' }), options)).toEqual({ fits: true, findings: [], requests: 1 })
})

test('sends the defaults of the definition, like the client', async () => {
  const withDefault = defineWorkflow({
    flowId: 'triage',
    args: z.object({ subject: z.string(), priority: z.number().default(1) }),
  })
  const service = serve({ ...deployed, ...withParameter({ required: true }) })
  const options = { baseUrl, apiKey: 'key-triage-7f3a9', allow: ['runs'] as const, fetch: service.fetch }
  expect(await checkWorkflow(withDefault, { ...options, examples: [{ subject: 'Hello' }, example] })).toMatchObject({
    fits: true,
  })
})

test('without permission, or without an example, nothing is sent', async () => {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    return Response.json({})
  }
  const options = { baseUrl, apiKey: 'key-triage-7f3a9', fetch }
  await expect(checkWorkflow(triage, { ...options, examples: [example] })).rejects.toThrow(
    "Cannot check workflow triage: each check runs it. To permit that, add allow: ['runs']",
  )
  await expect(checkWorkflow(triage, { ...options, allow: ['runs'] as const, examples: [] })).rejects.toThrow(
    'it needs an example',
  )
  expect(sent).toEqual([])
})

test('no message contains the key, even if the server repeats it', async () => {
  const echo = async (_service: MockService, request: Request) =>
    // The second occurrence of the key lies where a long response is cut.
    new Response(`refused: ${request.headers.get('authorization')} ${'.'.repeat(157)} key-triage-7f3a9`, { status: 400 })
  const { findings } = await check(deployed, { through: echo })
  expect(findings[0]?.message).toContain('refused: Bearer ')
  expect(JSON.stringify(findings)).not.toContain('key-tri')
})

const baseUrl = 'http://workflows.test'

function serve(workflow: WorkflowSeed): MockService {
  return createMockService({ workspaces: [{ id: 'team', workflows: [workflow] }] })
}

interface CheckSetup extends Partial<Pick<WorkflowCheckOptions, 'examples'>> {
  readonly through?: (service: MockService, request: Request) => Promise<Response>
}

function check(workflow: WorkflowSeed, { examples = [example], through }: CheckSetup = {}): Promise<WorkflowCheck> {
  const service = serve(workflow)
  const fetch = (request: Request) => (through === undefined ? service.fetch(request) : through(service, request))
  return checkWorkflow(triage, { baseUrl, apiKey: 'key-triage-7f3a9', allow: ['runs'] as const, examples, fetch })
}

function parameters(): Parameters {
  return deployed.parameters ?? []
}

function withParameter(change: Partial<Parameters[number]>): Partial<WorkflowSeed> {
  return {
    parameters: parameters().map((parameter) => (parameter.name === 'priority' ? { ...parameter, ...change } : parameter)),
  }
}

function optionalSubject(): Partial<WorkflowSeed> {
  return { parameters: parameters().map((parameter) => ({ ...parameter, required: false })) }
}

function renamed(): Parameters {
  return parameters().map((parameter) => (parameter.name === 'priority' ? { ...parameter, name: 'urgency' } : parameter))
}

function withChannel(): Parameters {
  return [...parameters(), { name: 'channel', type: 'string', required: true }]
}

function fail(): never {
  throw new Error('The mailbox is full')
}
