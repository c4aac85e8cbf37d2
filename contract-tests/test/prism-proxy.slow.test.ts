import { createMockService, type MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, describe, expect, test } from 'vitest'
import { succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'
import { contractFixtures, createContractWorld, localSettleMs } from '../proof/contract-world.ts'
import { createLocalHooks, waitOn } from '../proof/local-hooks.ts'
import { runWorkflow } from '../src/requests.ts'
import { rules } from '../src/rules/rules.ts'
import { createTarget } from '../src/target/create-target.ts'
import { startPrismProxy } from './prism-process.ts'

// The command of a third party, as a person starts it, between the rules and the reference server.
// Each rule has a new world behind the same process.
const throughProxy: { service: MockService } = { service: createMockService(createContractWorld()) }
const upstream = await listen({ fetch: (request) => throughProxy.service.fetch(toAddressOf(proxy, request)) })
const proxy = await startPrismProxy(upstream.url)

afterAll(async () => {
  await proxy.close()
  await upstream.close()
})

/** Replaces the origin of a request by the address of the proxy, because a manifest refers to the address of the request. */
function toAddressOf({ url }: { readonly url: string }, request: Request): Request {
  const { pathname, search } = new URL(request.url)
  return new Request(url + pathname + search, request)
}

/** Limits of the command, by the requirement or the rule that they affect. */
const beyondPrism: Readonly<Record<string, string>> = {
  'RUN-MALFORMED': 'a body that is not JSON gets no response',
  'EXE-CREDIT-FAILED': 'a body that is not JSON gets no response',
  'man-version.named': 'a body that is not JSON gets no response',
  'run-endpoint.chunked': 'forwards a body in chunks also with a length, which servers must refuse',
}

describe('the reference server behind `prism proxy openapi.yaml`', () => {
  test.each(rules.filter(({ id, requirement }) => !(requirement in beyondPrism || id in beyondPrism)))(
    'keeps $requirement, and Prism finds no violation in the responses',
    async (rule) => {
      const found: string[] = []
      const target = openTarget(found)
      await rule.check(target)
      expect(found).toEqual([])
    },
  )
})

test('Prism finds an undocumented response', async () => {
  throughProxy.service = {
    ...createMockService(),
    fetch: async () => Response.json({ ...succeededRun(1), ...withSteps({ a: 7 }) }),
  }
  const found: string[] = []
  const target = openTarget(found, throughProxy.service)
  await runWorkflow(target, { workflow: contractFixtures.echo })
  expect(found).not.toEqual([])
})

describe('known defects of `prism proxy`', () => {
  test('a body that is not JSON gets no response', async () => {
    const response = fetch(`${proxy.url}/v1/public/wfhost/execute`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{bad',
      signal: AbortSignal.timeout(1500),
    })
    await expect(response).rejects.toThrow(/timeout/)
  })

  test('forwards a body in chunks also with a length, which servers must refuse', async () => {
    const headers = { 'transfer-encoding': 'chunked' }
    // RFC 9112, section 6.1: a request with both headers may be request smuggling.
    expect((await runWorkflow(openTarget([]), { workflow: contractFixtures.echo, headers })).status).toBe(400)
  })

  test('cuts violations to the size of a header', async () => {
    const steps = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`step-${index}`, { status: 7 }]))
    const body = { ...succeededRun(1), ...withSteps(steps) }
    throughProxy.service = { ...createMockService(), fetch: async () => Response.json(body) }
    const { headers } = await fetch(`${proxy.url}/api/v2/external/flows/echo/published-run`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
      body: '{"args":[]}',
    })
    const violations = headers.get('sl-violations') ?? ''
    expect(violations.length).toBeGreaterThan(1000)
    expect(violations.length).toBeLessThan(16_384)
    expect(violations).not.toContain('step-399')
  })
})

function openTarget(found: string[], upstream?: MockService): ReturnType<typeof createTarget> {
  throughProxy.service = upstream ?? createMockService(createContractWorld())
  return createTarget({
    name: 'behind Prism',
    baseUrl: proxy.url,
    settleMs: localSettleMs,
    fixtures: contractFixtures,
    hooks: createLocalHooks(throughProxy.service),
    wait: waitOn(throughProxy.service),
    fetch: async (request) => {
      const response = await fetch(request)
      found.push(...violationsOfResponse(response.headers))
      return response
    },
  })
}

/** Lists the violations that Prism found in the response. Violations in a request are intentional. */
function violationsOfResponse(headers: Headers): string[] {
  const violations: unknown = JSON.parse(headers.get('sl-violations') ?? '[]')
  if (!Array.isArray(violations)) throw new Error('Cannot read sl-violations: it is no list')
  return violations
    .filter(({ location }: { readonly location: readonly string[] }) => location[0] === 'response')
    .map((violation) => JSON.stringify(violation))
}
