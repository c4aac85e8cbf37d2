import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type TestWorld, type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { createWorkflowClient } from '@wfhost/sdk'
import { afterEach, test as base, expect } from 'vitest'
import { TriageForm } from './triage-form'

const test = base.extend<WorldFixtures>({ ...worldFixtures, worldOptions: { transport: 'msw', strict: true } })

afterEach(cleanup)

/** Shows the form with the world of a test, and presses a button. */
async function press(button: string, { url, workflowKey }: TestWorld): Promise<HTMLElement> {
  const client = createWorkflowClient({ baseUrl: url, apiKey: workflowKey('support-triage'), maxRetries: 0 })
  render(<TriageForm client={client} />)
  await userEvent.type(screen.getByLabelText('Subject'), 'My invoice is wrong')
  await userEvent.click(screen.getByRole('button', { name: button }))
  return screen.getByRole('status')
}

test('shows the responsible team', async ({ world }) => {
  const status = await press('Ask', world)
  await expect.poll(() => status.textContent).toContain('billing')
})

test('shows why a run has failed', async ({ world }) => {
  world.publish({ flowId: 'support-triage' }, () => {
    throw new Error('Nobody is on duty')
  })
  const status = await press('Ask', world)
  await expect.poll(() => status.textContent).toBe('Not answered: Nobody is on duty')
})

test('shows when to retry, over the rate limit', async ({ world }) => {
  world.addFault({ kind: 'status', status: 429, retryAfterSeconds: 30 })
  const status = await press('Ask', world)
  await expect.poll(() => status.textContent).toBe('Try again in 30 s')
})

test('starts a run without waiting for its end, and shows its ID', async ({ world }) => {
  const status = await press('Start', world)
  await expect.poll(() => status.textContent).toMatch(/^Started as run_/)
  const runId = status.textContent.replace('Started as ', '')
  expect(await world.waitForRun(runId)).toMatchObject({ status: 'success', result: { team: 'billing' } })
})
