import assert from 'node:assert/strict'
import { sampleKeys } from '@wfhost/mock-server'
import { AuthenticationError, NotFoundError, PermissionDeniedError, type WorkflowClient } from '@wfhost/sdk'
import type { Step } from '../tour.ts'

export const invalidKey: Step = {
  title: 'A wrong key is refused',
  requirement: 'KEY-INVALID',
  run: ({ clientWithKey }) =>
    refusal({ client: clientWithKey('not-a-key'), flowId: 'support-triage', expected: AuthenticationError }),
}

export const foreignKey: Step = {
  title: "Another workflow's key has no access",
  requirement: 'KEY-SCOPE',
  run: ({ clientWithKey }) =>
    refusal({ client: clientWithKey(sampleKeys.workflows['echo']), flowId: 'support-triage', expected: PermissionDeniedError }),
}

export const archivedWorkflow: Step = {
  title: 'An archived workflow cannot be run',
  requirement: 'FLOW-ARCHIVED',
  run: ({ clientWithKey }) =>
    refusal({ client: clientWithKey(sampleKeys.workflows['archived']), flowId: 'archived', expected: NotFoundError }),
}

async function refusal(attempt: {
  readonly client: WorkflowClient
  readonly flowId: string
  readonly expected: typeof AuthenticationError | typeof NotFoundError | typeof PermissionDeniedError
}): Promise<string> {
  const { client, expected, flowId } = attempt
  const error: unknown = await client.run(flowId, {}).then(undefined, (cause: unknown) => cause)
  assert.ok(error instanceof expected, `expected ${expected.name}, found ${String(error)}`)
  return `${error.name}: ${error.message}`
}
