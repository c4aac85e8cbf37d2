import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectOneOf, expectStatus } from '../expectations.ts'
import { keyElsewhere, nearlyRight } from '../nearly-right.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyInvalid: Rule = {
  requirement: 'KEY-INVALID',
  statement:
    'a run without a key, with a wrong key or with another scheme is refused with 401, and one with a tool-hosting key, too',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const { flowId, key } = echo
  const wrongKeys = ['wrong-key', ...nearlyRight(key)]
  // RFC 7617, section 2: what a user name without a password is for the scheme Basic.
  const basic = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${key}:`)))}`
  const withoutBearer = [null, 'Bearer', `Basic ${key}`, basic, `Token ${key}`, key]
  for (const authorization of [...withoutBearer, ...wrongKeys.map((wrong) => `Bearer ${wrong}`)]) {
    expectStatus(await runWorkflow(target, { workflow: echo, authorization }), 401)
  }
  // Section 5: every call uses the header, so a key elsewhere is a missing one.
  const query = ['access_token', 'api_key', 'key', 'token'].map((name) => `${name}=${encodeURIComponent(key)}`).join('&')
  const elsewhere = await target.sendOutsideDocument({
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    url: `${target.baseUrl}/api/v2/external/flows/${encodeURIComponent(flowId)}/published-run?${query}`,
    headers: { 'content-type': 'application/json', ...keyElsewhere(key) },
    body: '{"args":[],"mode":"sync"}',
  })
  expectStatus(elsewhere, 401)
  // A key that is none of a workflow may be called invalid, or without access.
  const authorization = `Bearer ${hostingKey(target)}`
  expectOneOf(await runWorkflow(target, { workflow: echo, authorization }), [401, 403])
}

/** A key of the other service, if one is known: workflows can be checked without a registry. */
function hostingKey({ fixtures }: Target): string {
  return 'registry' in fixtures ? fixtures.registry.key : 'key-of-no-organization'
}
