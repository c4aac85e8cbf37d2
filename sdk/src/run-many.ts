import type { BatchItem, BatchOptions, BatchProgress } from './batch.ts'
import { batchError } from './batch-error.ts'
import { type Inputs, openSource } from './batch-source.ts'
import { systemClock } from './clock.ts'
import { ConfigurationError } from './configuration-error.ts'
import type { ArgumentsOf, ResultOf, Workflow } from './define-workflow.ts'
import { notify } from './hooks.ts'
import { type Lane, runInput } from './run-input.ts'
import { Interruption, openScope } from './scope.ts'

/**
 * Runs a workflow for each input and yields what became of each as it settles. An input is taken from the source only
 * when a lane is free and its last result was taken, so memory does not grow with the input. A 429 holds all lanes until
 * the stated time. A 401, a 403, a wait that is too long, the deadline and an abort end the batch: runs under way settle
 * and are yielded, then the error is thrown. What was not yielded was not started.
 *
 * @throws ConfigurationError for a concurrency below 1. APIError for what ended the batch early, and whatever the source throws.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, runMany } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const subjects = [{ subject: 'A refund' }, { subject: 'A question' }]
 *
 * const teams: unknown[] = []
 * for await (const item of runMany('support-triage', subjects, { client, concurrency: 2 })) {
 *   teams.push(item.outcome)
 * }
 *
 * assert.deepEqual(teams, ['succeeded', 'succeeded'])
 * ```
 */
// biome-ignore lint/complexity/useMaxParams: the workflow, its inputs, and how, as in a single run
export function runMany<const Definition extends string | Workflow, Input extends InputOfBatch<Definition>>(
  workflow: Definition,
  inputs: Inputs<Input>,
  options: BatchOptions,
): AsyncGenerator<BatchItem<Input, ResultOfBatch<Definition>>, void, undefined> {
  return settleInputs<Input>({ workflow, inputs, options }) as never
}

type InputOfBatch<Definition> = Definition extends Workflow ? ArgumentsOf<Definition> & object : object
type ResultOfBatch<Definition> = Definition extends Workflow ? ResultOf<Definition> : unknown

interface BatchRequest<Input> {
  readonly workflow: string | Workflow
  readonly inputs: Inputs<Input>
  readonly options: BatchOptions
}

async function* settleInputs<Input extends object>({ workflow, inputs, options }: BatchRequest<Input>) {
  const { clock = systemClock, deadline = Number.POSITIVE_INFINITY, concurrency = 4 } = options
  // No lane would end the batch as if all were done.
  if (!(concurrency >= 1)) throw new ConfigurationError('Cannot run a batch: concurrency starts at 1')
  const ended = new AbortController()
  const scope = openScope({ clock, deadline, signals: [options.signal] })
  // What lanes wait for: an input, and the end of a pause.
  const waits = openScope({ clock, deadline, signals: [options.signal, ended.signal] })
  const source = openSource(inputs, options)
  const counts = { started: 0, succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  const gate = { until: 0 }
  const settled: BatchItem<Input>[] = []
  let failure: Error | undefined
  let active = 0
  let wake = () => {}

  const report = () => {
    const pausedUntil = gate.until > clock.now() ? gate.until : undefined
    const progress: BatchProgress = { ...counts, pausedUntil }
    notify([options], ({ onProgress }) => onProgress?.(progress))
  }
  const end = () => {
    source.stop()
    ended.abort()
  }
  const stop = (thrown: unknown) => {
    failure ??= batchError(thrown)
    end()
    return failure
  }
  const lane: Lane = { workflow, options, scope: waits, gate, stop, report }
  const advance = async () => {
    const entry = await waits.during(source.take)
    if (entry === undefined) return
    counts.started += 1
    report()
    settled.push(await runInput(lane, entry))
  }
  const launch = () => {
    active += 1
    advance()
      .catch(stop)
      .finally(() => {
        active -= 1
        wake()
      })
  }

  try {
    for (let lanes = 0; lanes < concurrency; lanes += 1) launch()
    while (active > 0 || settled.length > 0) {
      const item = settled.shift()
      if (item === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      counts[item.outcome] += 1
      report()
      yield item
      launch()
    }
    if (failure !== undefined) throw failure
  } finally {
    end()
    waits.close()
    const unlessCut = (thrown: unknown) => {
      if (!(thrown instanceof Interruption)) throw thrown
    }
    await source.close(scope).catch(unlessCut).finally(scope.close)
  }
}
