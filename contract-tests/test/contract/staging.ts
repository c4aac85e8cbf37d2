import {
  type Assumptions,
  createMockService,
  type Json,
  type JsonObject,
  type MockSeed,
  type ToolSeed,
} from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll } from 'vitest'

/** The parts in which a staging server can differ from the world of the tests. */
export interface StagingOptions {
  readonly triage?: (args: JsonObject) => JsonObject
  readonly report?: () => JsonObject
  /** The steps of the workflow charge, and the error of the second one. */
  readonly charge?: { readonly firstStep: string; readonly secondStep: string; readonly error: string; readonly message: string }
  readonly tools?: readonly ToolSeed[]
  readonly toolsetName?: string
  readonly retiredIsArchived?: boolean
  readonly assumptions?: Partial<Assumptions>
  /** Changes each response. */
  readonly change?: (response: Response, request: Request) => Response | Promise<Response>
}

/** A staging server over HTTP, and a configuration that maps the workflows, keys and tool sets of the tests to it. */
export interface Staging {
  readonly seen: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
}

const sendTool: ToolSeed = {
  name: 'send',
  parameters: [{ name: 'text', type: 'string' }],
  implementation: ({ text = '' }) => ({ text, queue: 'fast' }),
}
const bounceTool: ToolSeed = { name: 'bounce', parameters: [], implementation: () => null }

/** Serves a staging server until the tests of the file have ended. */
export async function serveStaging(options: StagingOptions = {}): Promise<Staging> {
  const { change = (response) => response } = options
  const service = createMockService(createStagingSeed(options), { assumptions: options.assumptions })
  const seen: string[] = []

  const server = await listen(async (request: Request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`)
    return change(await service.fetch(request), request)
  })
  const control = await listen(async (request: Request) => {
    service.setRateLimit(JSON.parse(await request.text()))
    return Response.json({})
  })
  afterAll(async () => {
    await server.close()
    await control.close()
  })

  return { seen, config: createConfig(server.url, control.url) }
}

function createConfig(baseUrl: string, controlUrl: string): Readonly<Record<string, unknown>> {
  return {
    name: 'staging',
    baseUrl,
    allow: ['runs', 'executions', 'rate-limit'],
    hooks: { limitRate: { url: controlUrl, body: { requests: '{requests}', windowMs: '{windowMs}' } } },
    contract: {
      workflows: {
        triage: { flowId: 'flow-71', key: 'staging-triage-key' },
        report: { flowId: 'flow-72', key: 'staging-report-key' },
        charge: { flowId: 'flow-73', key: 'staging-charge-key' },
        retired: { flowId: 'flow-74', key: 'staging-retired-key' },
      },
      organizations: { acme: { orgId: 'org-9', keys: { Default: 'staging-host-key', Empty: 'staging-empty-key' } } },
      toolsets: { mail: 'mail-v2' },
    },
  }
}

function createStagingSeed(options: StagingOptions): MockSeed {
  const { charge = { firstStep: 'look-up', secondStep: 'charge', error: 'CardDeclined', message: 'Refused by the bank' } } =
    options
  const { report = createReport, retiredIsArchived = true, toolsetName = 'mail-v2', tools = [sendTool, bounceTool] } = options
  const { triage = () => ({ team: 'support', score: null }) } = options

  return {
    workspaces: [
      {
        id: 'staging',
        workflows: [
          {
            flowId: 'flow-71',
            key: 'staging-triage-key',
            parameters: [{ name: 'subject', type: 'string', required: true }],
            implementation: triage,
          },
          { flowId: 'flow-72', key: 'staging-report-key', parameters: [], implementation: report },
          {
            flowId: 'flow-73',
            key: 'staging-charge-key',
            parameters: [{ name: 'amount', type: 'number', required: true }],
            implementation: async (_args, { step }) => {
              await step(charge.firstStep, () => ({ card: 'ends in 1881' }))
              return step(charge.secondStep, () => {
                throw Object.assign(new Error(charge.message), { name: charge.error })
              })
            },
          },
          {
            flowId: 'flow-74',
            key: 'staging-retired-key',
            published: true,
            archived: retiredIsArchived,
            implementation: () => null,
          },
        ],
      },
    ],
    organizations: [
      {
        id: 'org-9',
        credits: 50,
        environments: [{ name: 'default' }, { name: 'empty' }],
        toolsets: [
          {
            id: 'calendar',
            name: 'Calendar',
            versions: [{ version: '9.0.0', tools: [bounceTool] }],
            published: { default: '9.0.0' },
          },
          { id: toolsetName, name: 'Mail of staging', versions: [{ version: '2.3.0', tools }], published: { default: '2.3.0' } },
        ],
        toolHostingKeys: [
          { name: 'Staging', environment: 'default', key: 'staging-host-key' },
          { name: 'Nothing', environment: 'empty', key: 'staging-empty-key' },
        ],
      },
    ],
  }
}

/** The report of staging: other values, another length, and one more field. */
export function createReport(): JsonObject {
  const items = [{ id: 7, name: 'archived' }]
  return { month: '2030-01', totals: { open: 0 }, items, note: 'final', nested: nest(2), region: 'eu' }
}

/** The place of the value that `nest` puts into a report. */
export const NESTED_PLACE = `/result/nested${'/next'.repeat(8)}`

/** Puts a value into eight objects. In a report, it is nine levels below the result. */
export function nest(value: Json): Json {
  return Array.from({ length: 8 }).reduce<Json>((next) => ({ next }), value)
}

/** Changes the JSON body of a response. */
export async function editBody(response: Response, edit: (body: JsonObject) => unknown): Promise<Response> {
  const text = await response.text()
  const { headers, status } = response
  return new Response(JSON.stringify(edit(JSON.parse(text))), { status, headers: { ...Object.fromEntries(headers) } })
}
