import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { sampleKeys } from '@wfhost/mock-server'
import {
  AuthenticationError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  type WorkflowClient,
} from '@wfhost/sdk'
import type { Step } from './tour.ts'

/** A real webhook payload, of one edition of GitHub. */
interface WebhookExample {
  readonly edition: string
  readonly event: string
  readonly payload: unknown
}

/** Every example payload of @octokit/webhooks-examples: of GitHub itself and of each GitHub Enterprise Server. */
async function readWebhookExamples(): Promise<WebhookExample[]> {
  const main = createRequire(import.meta.url).resolve('@octokit/webhooks-examples')
  const root = dirname(dirname(main))
  const editions = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const examples = await Promise.all(editions.map(({ name }) => readEdition(join(root, name, 'index.json'), name)))
  return examples.flat()
}

async function readEdition(file: string, edition: string): Promise<WebhookExample[]> {
  const events: readonly { readonly name: string; readonly examples: readonly unknown[] }[] = JSON.parse(
    await readFile(file, 'utf8'),
  )
  return events.flatMap(({ examples, name }) => examples.map((payload) => ({ edition, event: name, payload })))
}

const syncRun: Step = {
  title: 'A sync run waits and carries its result',
  requirement: 'RUN-SYNC',
  run: async ({ client }) => {
    const run = await client.run('support-triage', { subject: 'My invoice is wrong', priority: 2 })
    assert.equal(run.status, 'success')
    return `${run.status} after ${Object.keys(run.stepOutputs).join(' and ')}`
  },
}

const failedRun: Step = {
  title: 'A failed run is a successful call',
  requirement: 'RUN-ERROR',
  run: async ({ client }) => {
    const run = await client.run('charge-card', { amount: 12 })
    assert.equal(run.status, 'failed')
    const failed = Object.entries(run.stepOutputs).filter(([, output]) => output.status === 'failed')
    assert.equal(failed.length, 1)
    return `${run.error.name} in step ${failed[0]?.[0]}`
  },
}

const asyncRun: Step = {
  title: 'An async run returns a run ID',
  requirement: 'RUN-ASYNC',
  run: async ({ client, service }) => {
    const started = await client.start('support-triage', { subject: 'Later, please' })
    assert.ok(started.runId)
    const ended = await service.waitForRun(started.runId)
    assert.equal(ended.status, 'success')
    return `${started.runId}, ${ended.status} later`
  },
}

const forwardedWebhooks: Step = {
  title: 'GitHub payloads arrive byte-identical',
  requirement: 'RUN-JSON-STRING',
  run: async ({ client }) => {
    const examples = await readWebhookExamples()
    assert.ok(examples.length > 0)
    let bytes = 0
    for (const { edition, event, payload } of examples) {
      const serialized = JSON.stringify(payload)
      const run = await client.run('webhook-intake', { payload: serialized })
      assert.equal(run.status, 'success')
      assert.ok(run.result === serialized, `a payload of event ${event} of ${edition} came back changed`)
      bytes += Buffer.byteLength(serialized)
    }
    return `${(bytes / 1e6).toFixed(1)} MB in ${examples.length} payloads`
  },
}

const manifest: Step = {
  title: 'The manifest lists the published tool sets',
  requirement: 'MAN-CONTENT',
  run: async ({ registry }) => {
    const { toolsets = [] } = await registry.manifest()
    assert.ok(toolsets.length > 0)
    return toolsets.map(({ id, version }) => `${id} ${version}`).join(', ')
  },
}

const noPublishedToolsets: Step = {
  title: 'No published tool sets: no manifest',
  requirement: 'MAN-EMPTY',
  run: async ({ registryWithKey }) => {
    const error: unknown = await registryWithKey(sampleKeys.emptyEnvironment)
      .manifest()
      .then(undefined, (cause: unknown) => cause)
    assert.ok(error instanceof NoPublishedToolsetsError)
    return error.name
  },
}

const execute: Step = {
  title: 'A successful execution takes one credit',
  requirement: 'EXE-CREDIT',
  run: async ({ registry, service }) => {
    const before = service.creditBalance('acme')
    await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } })
    const after = service.creditBalance('acme')
    assert.equal(after, before - 1)
    return `credits ${before} → ${after}`
  },
}

const invalidKey: Step = {
  title: 'A wrong key is refused',
  requirement: 'KEY-INVALID',
  run: ({ clientWithKey }) =>
    refusal({ client: clientWithKey('not-a-key'), flowId: 'support-triage', expected: AuthenticationError }),
}

const foreignKey: Step = {
  title: 'The key of another workflow is refused',
  requirement: 'KEY-SCOPE',
  run: ({ clientWithKey }) =>
    refusal({ client: clientWithKey(sampleKeys.workflows['echo']), flowId: 'support-triage', expected: PermissionDeniedError }),
}

const archivedWorkflow: Step = {
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
  return error.name
}

const rateLimit: Step = {
  title: 'Over the limit: it waits, then runs',
  requirement: 'LIMIT-RETRY-AFTER',
  run: async ({ client, service }) => {
    service.setRateLimit({ requests: 1, windowMs: 1000 })
    try {
      const start = performance.now()
      await client.run('echo', { text: 'first' })
      const second = await client.run('echo', { text: 'second' })
      assert.equal(second.status, 'success')
      return `the second ran after ${Math.round(performance.now() - start)} ms`
    } finally {
      service.setRateLimit(undefined)
    }
  },
}

export const steps: readonly Step[] = [
  syncRun,
  failedRun,
  asyncRun,
  forwardedWebhooks,
  manifest,
  noPublishedToolsets,
  execute,
  invalidKey,
  foreignKey,
  archivedWorkflow,
  rateLimit,
]
